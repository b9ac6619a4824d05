# English texts that all games share. Format: Project Fluent (https://projectfluent.org).
# A parameter is { $name }. A plural is a selector with one variant per line:
#     { $count ->
#         [one] { $count } coin
#        *[other] { $count } coins
#     }

## Names

# $color is a seat's colour, $kind a kind of piece.
piece-colored = { $color } { $kind }
# Where a piece stands ($place is a square), and where it lies ($place is a hand, a cell, the shop).
place-on = on { $place }
place-in = in { $place }
# A counter for which a game has no message of its own.
counter = { $count } { $name }

## Effects, without a full stop. $place has its preposition: "on e4", "in black's hand".

effect-moved = { $piece } goes from { $from } to { $to }
effect-jumped = { $piece } jumps from { $from } to { $to }
effect-carried = { $piece } is put from { $from } to { $to }
effect-captured = { $piece } { $place } is taken
effect-died = { $piece } { $place } dies
effect-appeared = { $piece } appears { $place }
effect-vanished = { $piece } { $place } vanishes
effect-became = { $piece } { $place } becomes { $after }
effect-badge-gained = { $piece } { $place } is now { $badge }
effect-badge-lost = { $piece } { $place } is no longer { $badge }
# $amount and what it counts: "3 coins".
effect-counter-gets = { $seat } gets { $amount } and has { $now }
effect-counter-loses = { $seat } loses { $amount } and has { $now }
effect-revealed = { $piece } { $place } comes to light
effect-eliminated = { $seat } is out of the game
effect-turn = { $seat } to move
effect-ended-won = the game is over: { $seat } wins
effect-ended-drawn = the game is over: drawn

## Endings

ended-by-rules = by the rules of the game

## Values of endgame tables, for the seat that acts. $plies counts the actions to the next progress or the end.

table-wins = wins in { $plies }
table-draw = draw
table-loses = loses in { $plies }
