# English texts of the game. Format: Project Fluent; `crates/game/messages/en.ftl` tells more.

## The game

game-name = Animal Chess
game-tagline = Eight animals a side, two lakes, and a rat that brings down the elephant: reach the enemy den first.

## Seats, by colour

seat-red = red
    .title = Red
seat-black = black
    .title = Black

## Optional rules

option-classic =
    .text = The common rule about rat and elephant: the rat takes the elephant on land, the elephant takes no free rat, and nobody captures across the shore.

## Kinds of pieces

kind-elephant = elephant
    .text = Rank 8, the strongest. It steps one square and takes every animal except a rat in the water; in the classic game it takes no rat outside a trap.
kind-lion = lion
    .text = Rank 7. It steps one square, or jumps straight across a lake if no rat swims in the way.
kind-tiger = tiger
    .text = Rank 6. It steps one square, or jumps straight across a lake if no rat swims in the way.
kind-leopard = leopard
    .text = Rank 5. It steps one square and takes animals of rank 5 or lower.
kind-wolf = wolf
    .text = Rank 4. It steps one square and takes animals of rank 4 or lower.
kind-dog = dog
    .text = Rank 3. It steps one square and takes animals of rank 3 or lower.
kind-cat = cat
    .text = Rank 2. It steps one square and takes animals of rank 2 or lower.
kind-rat = rat
    .text = Rank 1, and the only animal that swims. It takes an elephant on the shore from the water; in the classic game it takes it on land instead.

## Kinds of squares

terrain-land = land
    .text = Ordinary ground: every animal may walk here.
terrain-water = water
    .text = Only the rat swims. Lion and tiger jump across, unless a rat is in the way.
terrain-red-trap = red's trap
    .text = An animal in an enemy trap has strength 0: every enemy animal beside it may take it. Your own traps do not harm you.
terrain-black-trap = black's trap
    .text = An animal in an enemy trap has strength 0: every enemy animal beside it may take it. Your own traps do not harm you.
terrain-red-den = red's den
    .text = Bring any animal into the enemy den and you win. No animal may enter its own den.
terrain-black-den = black's den
    .text = Bring any animal into the enemy den and you win. No animal may enter its own den.

## Explanations

topic-rank = Rank
    .text = An animal takes enemy animals of the same or a lower rank. Rat and elephant have a rule of their own.
topic-trapped = Trapped
    .text = It stands in an enemy trap and has strength 0: every enemy animal may take it, and it takes nothing.

## Hints for newcomers

hint-den =
    .text = Select one of your animals, then a marked square. Bring any animal into the enemy den, in the middle of the far edge, and you win.
hint-rank =
    .text = The number is an animal’s rank: it takes animals of the same or a lower rank. Only the rat swims; lion and tiger jump across a lake.
hint-traps =
    .text = Three traps lie around each den. In an enemy trap your animal has no strength: every enemy animal may take it.
hint-equals =
    .text = Equal animals take each other. The one that comes beside the other is taken first: let the enemy come to you.

## Labels

label-water = { $square }, water
label-trap = { $square }, { $side }'s trap
label-den = { $square }, { $side }'s den
badge-trapped = trapped, strength 0
badge-rank = rank { $rank }

## Prompts. The colour begins the sentence.

prompt-move = Move one of your animals
prompt-waiting = { $side } is to move
prompt-over = { $winner } wins: { $why }

## Actions in words

choice-step = { $animal } { $from } goes to { $to }
choice-step-takes = { $animal } { $from } goes to { $to } and takes { $prey }
choice-den = { $animal } { $from } goes to { $to }, the den, and wins
choice-jump = { $animal } { $from } jumps to { $to }
choice-jump-takes = { $animal } { $from } jumps to { $to } and takes { $prey }

## How the game ended

ending-den = { $winner }'s { $animal } stands in { $loser }'s den
ending-no-tokens = { $loser } has no tokens left
ending-no-action = { $loser } is to move and cannot
over = the game is over: { $why }

## Why an action is not legal

refused-other-side = the { $animal } on { $from } is { $owner }'s, and { $mover } is to move
refused-no-token = there is no token on { $from }
refused-swim = only a rat may swim: the { $animal } cannot enter the water on { $to }
refused-stays = the { $animal } has to leave its square
refused-diagonal = the { $animal } goes up, down, left or right, never diagonally
refused-no-jumper = only lion and tiger jump over water: the { $animal } goes one square
refused-no-water = the { $animal } jumps only over water that is next to it; here it goes one square
refused-far = the { $animal } goes one square at a time: { $to } is too far
refused-stop-in-water = the { $animal } cannot stop in the water on { $to }
refused-jump-far = the { $animal } lands on the first square behind the water: { $to } is too far
# $rat is the square of the rat.
refused-rat-in-way = a rat on { $rat } blocks the { $animal }'s jump
refused-own-den = { $side } never enters its own den { $to }
refused-own-token = { $side }'s own { $animal } stands on { $to }
refused-capture-trapped = the { $own } has strength 0 in the trap on { $trap } and takes nothing
refused-capture-swimmer = a rat in the water cannot be taken from land
refused-capture-from-water = a rat in the water takes nothing on land, so not the { $other } on { $square }
refused-capture-elephant = a rat takes an elephant only from the water
refused-capture-rat = an elephant cannot take a rat
# $strength is that of $own, $others that of $other.
refused-capture-strong = the { $other } on { $square } ({ $others }) is too strong for the { $own } ({ $strength })

## Why an action is legal

allowed-den = the { $animal } enters { $loser }'s den and wins
allowed-step = the { $animal } steps to { $to }
allowed-jump = the { $animal } jumps over the water to { $to }
allowed-capture = the { $own } ({ $strength }) takes the { $other } ({ $others })
allowed-capture-trapped = the { $own } takes the { $other }, which has strength 0 in the trap on { $trap }
allowed-capture-from-water = the rat takes the { $other } from the water
allowed-capture-classic = a rat takes an { $other }

## Endgame tables

tables = tables for up to { $built_in } pieces are built in, those for up to { $most } can be built
