# English texts of the game. Format: Project Fluent; `crates/game/messages/en.ftl` tells more.

## The game

game-name = Chess 2
game-tagline = Jail the enemy king and queen, unless a monkey swings in and catches the banana.

## Seats, by colour

seat-white = white
    .title = White
seat-black = black
    .title = Black

## Optional rules

option-bear =
    .text = A bear that belongs to nobody waits in the centre; both sides may move it and take it.

## Kinds of pieces

kind-king = king
    .text = Steps one square in any direction. A taken king goes to jail; a monkey may rescue him if he still has his banana.
kind-queen = queen
    .text = Moves any distance in all eight directions. A taken queen goes to jail and never comes out.
kind-rook = rook
    .text = Goes to any empty square of the board. It takes only right after you lost a piece, and only on the four squares beside it.
kind-monkey = monkey
    .text = Steps one square, or hops over pieces, one after another, and takes what it lands on. From the square beside the jail it can rescue the king.
kind-elephant = elephant
    .text = Moves exactly two squares diagonally. The square in between must be empty.
kind-fish = fish
    .text = Moves one square forward, sideways or diagonally forward, and takes only diagonally forward. On the last rank it becomes a fishy queen.
kind-fishy-queen = fishy queen
    .text = A fish that reached the last rank. It moves like a queen but is not jailed: once taken, it is gone.
kind-bear = bear
    .text = Belongs to nobody. Either player may move it one square as their turn, and take it; it takes nothing itself.
kind-banana = banana
    .text = The king’s banana. A king in jail who still has it can be rescued by a monkey, once.

## Kinds of squares

terrain-light = light square
    .text = An ordinary square of the board.
terrain-dark = dark square
    .text = An ordinary square of the board.
terrain-jail = jail cell
    .text = A captured king or queen is put here. A player whose king and queen are both in jail loses.

## Explanations

topic-banana = Banana
    .text = This king has his banana. If he is jailed, a monkey of his side can catch it and set him free, once.
topic-centre = Bear in the centre
    .text = The bear waits where d4, d5, e4 and e5 meet. Either player may bring it onto one of these squares as a whole turn.
topic-captured = Captured
    .text = A king or queen was just taken. The player who took it chooses the jail cell.
topic-stop = Stop here
    .text = Ends your turn with the monkey where it stands.
topic-pass = Pass
    .text = You have no other action, so your turn ends.

## Hints for newcomers

hint-win =
    .text = Select a piece, then a marked square. You win when the enemy king and queen are both in jail at the same time.
hint-jails =
    .text = The cells beside the board are the jails, two for each side. The king alone does not win the game: a monkey may rescue him.
hint-rooks =
    .text = A rook goes to any empty square, but it takes only right after you lost a piece. There is no check: guard your king and queen yourself.
hint-hop =
    .text = Your turn goes on: select a marked square for the next hop. Press Stop here to end your turn where the monkey stands.
hint-cell =
    .text = Select a cell for your prisoner. Choose one far from the enemy monkeys: they rescue a king who has his banana.
hint-anger =
    .text = A capture makes the other side’s rooks angry. On that side’s next turn each rook may take a piece right beside it.

## Labels and places

badge-banana = holding a banana
label-centre = bear, waiting in the centre
label-custody = waiting for a cell
label-cell = { $cell }, jail cell for { $color }'s king and queen
place-centre = the centre
place-custody = the captor's hands
place-cell = jail cell { $cell }
# What stands on an empty square.
nothing = nothing

## Prompts

prompt-pass = You have no move: pass
prompt-move = Your turn: move a piece
prompt-move-angry = Your turn: move a piece; your rooks may take a neighbour now
prompt-hop = Hop on, or stop
prompt-hop-catch = Hop on, catch the banana, or stop
prompt-swing = Swing out of { $cell }: choose where the monkey lands
prompt-jail = Choose a cell for the captured { $captive }
# The colour begins the sentence.
prompt-waiting = { $side } is to move
prompt-waiting-hop = { $side }'s monkey on { $at } may hop on
prompt-waiting-swing = { $side }'s monkey must swing out of { $cell }
prompt-waiting-jail = { $side } chooses a cell for the captured { $captive }
prompt-over = { $winner } wins: { $loser }'s king and queen are in jail

## Actions in words. $taken is a piece with its colour.

choice-move = { $piece } { $from } goes to { $to }
choice-takes = { $piece } { $from } takes { $taken } on { $to }
choice-bear = bear { $from } goes to { $to }
choice-hop = monkey { $from } hops over { $over } and goes to { $to }
choice-hop-takes = monkey { $from } hops over { $over } and takes { $taken } on { $to }
choice-becomes = fish { $from } goes to { $to } and becomes a fishy queen
choice-becomes-takes = fish { $from } takes { $taken } on { $to } and becomes a fishy queen
choice-catch = monkey { $from } goes into { $cell } and catches the banana
choice-swing = monkey swings out of { $cell } over { $over } and goes to { $to }
choice-swing-takes = monkey swings out of { $cell } over { $over } and takes { $taken } on { $to }
choice-jail = put the captured { $captive } into { $cell }
choice-enter = bear comes in on { $to }
choice-stop = stop here
choice-pass = pass: nothing can move

## Notes in the log

note-stop = { $side } monkey stops on { $at }
note-pass = { $side } passes

## How the game ended

ending = { $loser }'s king and queen are both in jail
over = the game is over: { $loser }'s king and queen are both in jail

## Why an action is not legal. $there is a piece with its colour.

refused-swing-early = no monkey is in { $cell }: swinging out comes right after the banana catch
refused-jail-early = no king or queen was just taken, so no cell is to be chosen
refused-stop = no monkey has hopped in this turn, so there is nothing to stop
refused-pass = passing is only for a side that can do nothing else
refused-empty = nothing stands on { $from }
refused-other-side = { $side } is to move, and { $from } holds a { $other }
refused-own-piece = your own { $own } stands on { $to }
refused-king = a king goes exactly one square, in any direction
refused-rook-calm = a rook may take only right after the other side took a piece that is neither king nor queen
refused-rook-far = a rook takes only a neighbour straight beside it, never at a distance or diagonally
refused-monkey = a monkey steps to a neighbouring square, or hops over a neighbour to the square right behind it
refused-monkey-step = a monkey's step takes nothing, and the { $there } stands on { $to }
refused-hop-again = the { $there } on { $over } was already jumped over in this turn
refused-hop-nothing = there is nothing on { $over } to hop over
refused-elephant = an elephant goes exactly two squares diagonally
refused-elephant-blocked = the { $there } on { $between } is in the elephant's way
refused-fish = a fish goes one square forward, diagonally forward or sideways, never back
refused-fish-takes = a fish takes diagonally forward only, and the { $there } stands on { $to }
refused-queen = a queen goes in a straight line: along a rank, a file or a diagonal
refused-queen-blocked = a piece between is in her way: a queen cannot jump
refused-bear = the bear goes exactly one square, to an empty one
refused-bear-takes = the bear takes nothing, and the { $there } stands on { $to }
refused-enter-absent = no bear waits in the centre
refused-enter-again = the bear has already come in: it stands on { $at }
refused-enter-where = the bear comes in on d4, d5, e4 or e5
refused-enter-occupied = { $to } is not empty: a { $there } stands there
refused-catch-no-monkey = only a monkey of yours goes into a cell, and there is none on { $from }
refused-catch-gate = { $cell } can be entered only from { $gate }, right beside it
refused-catch-no-king = your king is not in { $cell }
refused-catch-no-banana = your king has no banana left, so he cannot be rescued
refused-catch-no-hop = the monkey could not swing out again: there is no hop from here
refused-chain = the monkey on { $at } is in the middle of its turn: hop on, or stop
refused-chain-step = after a hop the monkey can only hop on, not step
refused-swing-where = the monkey swings over a neighbour of { $gate } to the square right behind it
refused-swing-now = the monkey in { $cell } must swing out now
# $name is a king or queen with its colour.
refused-jail-other = the { $name } goes into a cell of { $color }: { $cell } is not
refused-jail-occupied = { $cell } is not empty
refused-jail-first = first choose a cell for the captured { $name }
