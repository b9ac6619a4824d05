# English texts of the game. Format: Project Fluent; `crates/game/messages/en.ftl` tells more.

## The game

game-name = Shogi 5×5
game-tagline = Twelve pieces, twenty-five squares, and whatever you capture fights for you.

## Seats, by colour

seat-black = black
seat-white = white

## Kinds of pieces

kind-king = king
    .text = Steps one square in any direction. Lose it and you lose the game; nothing warns you when it is attacked.
    .moves = steps in all eight directions
kind-gold = golden general
    .text = Steps one square straight ahead, diagonally ahead, sideways or straight back. It never promotes.
    .moves = steps forward, forward on a diagonal, left, right or straight back
kind-silver = silver general
    .text = Steps one square straight ahead or diagonally in any direction.
    .moves = steps straight forward or on any diagonal
kind-elephant = elephant
    .text = Slides any distance along the two diagonals ahead of it.
    .moves = slides on the two forward diagonals
kind-spear = spear
    .text = Slides any distance straight ahead.
    .moves = slides straight forward
kind-soldier = soldier
    .text = Steps one square straight ahead, and captures the same way.
    .moves = steps straight forward
kind-promoted-silver = promoted silver general
    .text = Moves one or two squares in any direction. It does not jump: two only over an empty square.
    .moves = goes one or two squares in one of the eight directions
kind-promoted-elephant = promoted elephant
    .text = Slides any distance along all four diagonals, or steps one square straight or sideways.
    .moves = slides on the four diagonals and steps straight in four directions
kind-promoted-spear = promoted spear
    .text = Slides any distance straight ahead, back or sideways.
    .moves = slides forward, back, left and right
kind-promoted-soldier = promoted soldier
    .text = Moves like a golden general: one square in any direction except diagonally back.
    .moves = moves like the golden general

## Kinds of squares

terrain-light = square
    .text = An ordinary square. A piece that moves onto one of the two rows farthest from its owner is promoted.
terrain-dark = square
    .text = An ordinary square. A piece that moves onto one of the two rows farthest from its owner is promoted.

## Explanations

topic-promoted = Promoted
    .text = It moved onto one of its owner’s last two rows and moves in a stronger way now. It turns plain again when it is captured.
topic-hand = Hand
    .text = Captured pieces lie here, plain and in their captor’s colour. Instead of moving, a player may drop one on any empty square.

## Hints for newcomers

hint-king =
    .text = Select a piece, then a marked square. Take the enemy king and you win; nobody warns you when your own king is in danger.
hint-promotion =
    .text = A piece that moves onto one of the two rows farthest from you is promoted at once. It then moves in new ways.
hint-capture =
    .text = A captured piece changes sides. It lies in its captor’s hand, beside the name, until it is dropped.
hint-drop =
    .text = You hold a captured piece. Instead of moving, select it and then any empty square to drop it there.

## Labels

badge-promoted = promoted
label-hand = { $piece } in { $color }'s hand
place-hand = { $color }'s hand

## Prompts

prompt-move = Move a piece, or drop one from your hand
prompt-waiting = { $color } is to move
prompt-over = { $winner } wins: { $why }

## Actions in words

choice-drop = drop { $piece } on { $to }
choice-move = { $piece } { $from } to { $to }
choice-move-promoted = { $piece } { $from } to { $to } and is promoted
choice-takes = { $piece } { $from } takes { $victim } on { $to }
choice-takes-promoted = { $piece } { $from } takes { $victim } on { $to } and is promoted

## How the game ended

ending-king = the king is taken
ending-no-move = { $loser } has no move
over = the game is over, { $winner } has won

## Why an action is legal or not. $how is `.moves` of the kind.

allowed-drop = a { $piece } in hand may be dropped on any empty square
allowed-move = the { $piece } { $how }
refused-not-in-hand = there is no { $piece } in { $color }'s hand
refused-drop-occupied = { $to } is not empty: a piece is dropped on an empty square
refused-no-piece = there is no piece on { $from }
refused-other-side = the piece on { $from } is { $owner }'s, and { $mover } is on move
refused-own-piece = a piece of your own stands on { $to }
refused-blocked = a piece stands in the way from { $from } to { $to }: nothing jumps
refused-move = the { $piece } { $how }; { $to } is not one of these squares
