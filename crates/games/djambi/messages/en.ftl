# English texts of the game. Format: Project Fluent; `crates/game/messages/en.ftl` tells more.

## The game

game-name = Djambi
game-tagline = Four parties fight for one throne, and the dead stay on the board.

## Seats, by colour

seat-red = red
    .title = Red
seat-blue = blue
    .title = Blue
seat-yellow = yellow
    .title = Yellow
seat-green = green
    .title = Green

## Optional rules

option-3 =
    .text = Three players: red, blue and yellow; green is neutral.
option-2 =
    .text = Two players: red and yellow; blue and green are neutral.

## Kinds of pieces

kind-chief = chief
    .text = Moves any distance in a straight line and kills by moving onto an enemy, then puts the corpse on a free square. If your chief dies, you are out.
kind-assassin = assassin
    .text = Moves any distance in a straight line and kills by moving onto an enemy. The corpse lies where the assassin came from.
kind-reporter = reporter
    .text = Moves any distance in a straight line to an empty square. Then it may kill one enemy on a square beside it, but not diagonally.
kind-diplomat = diplomat
    .text = Kills nobody. It moves any distance onto an enemy, takes its square and puts it, alive, on a free square.
kind-necromobile = necromobile
    .text = Kills nobody. It moves any distance onto a corpse and puts the corpse on a free square.
kind-militant = militant
    .text = Moves one or two squares in a straight line and kills by moving onto an enemy, then puts the corpse on a free square. It cannot kill in the Maze.
kind-corpse = corpse
    .text = A dead piece. It blocks squares and lines until a necromobile carries it away.

## Kinds of squares

terrain-light = light square
    .text = An ordinary square: a piece or a corpse may stand here.
terrain-dark = dark square
    .text = An ordinary square: a piece or a corpse may stand here.
terrain-maze = the Maze
    .text = Only a chief may stay here. A player whose chief stands in the Maze is in power and gets extra turns.

## Explanations

topic-leaderless = Leaderless
    .text = This colour’s chief is dead and no player controls it. Its pieces only stand in the way until a player in power takes them over.
topic-neutral = Neutral
    .text = This colour has no player. A player who kills its chief gets all its pieces.
topic-power = In power
    .text = This chief holds the Maze. Its player gets extra turns, takes over leaderless pieces and cannot be surrounded.
topic-hand = Hand
    .text = The piece or corpse that was just lifted. The player on turn puts it on a free square before the turn goes on.
topic-stop = Spare them
    .text = The reporter kills nobody, and your turn ends.
topic-pass = Pass
    .text = You are in power and have no move, so your turn passes.

## Hints for newcomers

hint-chiefs =
    .text = Select a piece, then a marked square: all move like a chess queen, militants only one or two squares. The last chief alive wins.
hint-maze =
    .text = The square in the middle is the Maze, where only a chief may stay. Your chief there is in power: you get extra turns.
hint-choice =
    .text = One more choice before your turn ends. The text above says which; your options are marked.
hint-corpses =
    .text = The dead stay on the board and block the lines. A chief with corpses on all sides is lost, unless its side has a necromobile to clear them.

## Labels and places

unit-corpse = the corpse
unit-living = the { $color } { $kind }
badge-leaderless = leaderless
badge-neutral = neutral
badge-power = in power
label-maze = { $square }, the Maze
label-hand = in the hand
place-hand = the hand

## Prompts. $unit is unit-corpse or unit-living.

prompt-move = Move one of your pieces
prompt-extra-turn = You are in power: play an extra turn
prompt-pass = You are in power and have no move: pass
prompt-put = Put { $unit } on a free square
prompt-put-chief = Put the { $color } chief on a free square; in the Maze it comes to power
prompt-victim = Choose a victim for the reporter, or spare them
prompt-exit = The { $guest } must leave the Maze
# The colour begins the sentence.
prompt-waiting = { $seat } is to move
prompt-waiting-extra-turn = { $seat } is in power and plays an extra turn
prompt-waiting-put = { $seat } puts { $unit } down
prompt-waiting-victim = { $seat } chooses a victim for the reporter
prompt-waiting-exit = { $seat } takes the { $guest } out of the Maze
prompt-over = The game is over: { $winner } wins

## Actions in words. $unit and $victim are unit-corpse or unit-living.

choice-move = { $color } { $kind } { $from } goes to { $to }
choice-maze = { $color } { $kind } { $from } enters the Maze
choice-kill = { $color } { $kind } { $from } kills { $unit } on { $to }
choice-lift = { $color } { $kind } { $from } lifts { $unit } on { $to }
choice-lift-corpse = { $color } { $kind } { $from } lifts the corpse on { $to }
choice-put = { $unit } is put on { $square }
choice-victim = the reporter kills { $victim } on { $square }
choice-spare = the reporter spares everybody
choice-pass = pass

## Notes in the log

note-power = { $color } takes power
note-no-power = { $color } is no longer in power
note-extra-turn = { $color } is in power and plays an extra turn
note-leaderless = the { $color } pieces are left without a leader
note-comes-under = the { $color } pieces come under { $seat }
note-surrounded = the { $color } chief is surrounded by the dead
note-no-move = { $color } has no move
note-concedes = { $color } concedes

## How the game ended

ending = { $survivor } is the last living chief

## Why an action is not legal

over = the game is over
refused-begin = the turn begins with a move of one of your pieces
refused-put-first = first put { $unit } down on a free square
refused-victim-first = first choose the reporter's victim, or spare them all
refused-exit-first = the piece in the Maze must leave it now
refused-pass = there is no passing
refused-pass-power = a seat in power passes only if it has no move
refused-line = every piece goes in a straight line, also diagonally
refused-militant-far = a militant goes one or two squares
refused-blocked = { $between } is occupied, and no piece jumps
refused-corpse = a corpse lies on { $to }: only a necromobile may go there, not the { $kind }
refused-no-piece = there is no piece on { $from }
refused-corpse-moves = a corpse does not move: a necromobile can carry it
refused-under = the { $color } pieces are under { $seat }
refused-neutral = { $color } is neutral: nobody moves its pieces
refused-leaderless = { $color } is leaderless: nobody moves its pieces until a seat in power takes them over
refused-militant-maze = a militant can do nothing to a chief in the Maze
refused-assassin-maze = the assassin could not leave the Maze again: no square around it is free
refused-necromobile = a { $kind } lifts only the dead
refused-reporter-meets = a reporter goes to a free square and kills from there
refused-own = the { $color } pieces are your own
refused-untouchable = { $color } is leaderless: its pieces cannot be touched until a seat takes them over
refused-put-occupied = { $square } is not free
refused-put-maze = only a living chief may be put into the Maze
refused-put-exit = this is the last way out of the Maze: it must stay free
refused-victim-far = a reporter kills only right beside it, not diagonally
refused-victim-none = no living piece stands on { $square }
refused-exit-line = the Maze is left in a straight line
refused-exit-occupied = leaving the Maze takes nothing: go to a free square
refused-stop-maze = only a chief may stop in the Maze, not the { $kind }

## Why an action is legal

allowed-spare = the reporter spares everybody
allowed-pass = a seat in power without a move passes
allowed-necromobile = a necromobile lifts a corpse
allowed-chief = a chief kills what it meets, also in the Maze
allowed-militant = a militant kills what it meets
allowed-assassin = an assassin kills and leaves the corpse where it came from
allowed-diplomat = a diplomat lifts a living enemy
allowed-put-maze = a living chief may be put into the Maze
allowed-put = the square is free
allowed-victim = an enemy beside the reporter
allowed-exit = a free line out of the Maze
allowed-move = the way is free for the { $kind }
