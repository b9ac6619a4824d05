# The page's texts in English: one message per text, in the order of the folders in `src/`.
# Format: Project Fluent (https://projectfluent.org). A key is FOLDER-SUBJECT-WHAT. A parameter
# is { $name }, a quoted message { its-key }. A plural is a selector with one variant per line:
#     { $count ->
#         [one] { $count } game
#        *[other] { $count } games
#     }
# `src/messages/messages.test.ts` fails for a key that is missing, unused or given twice, and for
# a call that leaves out a parameter.

## app

app-load-busy = Loading…
app-load-failed = This page could not be loaded.
app-load-retry = Try again
app-back = Back to all games
app-title-start = Menagerie: strange relatives of chess
app-title-page = { $page } · Menagerie
app-not-found-title = Page not found
app-not-found-why = There is no page or table at this address. Perhaps the link is incomplete.
app-start-title = Strange relatives of chess
app-start-how = Choose a game. Play the computer, share one screen, or play online.
app-start-icons-site = game-icons.net
# $site is the link to game-icons.net.
app-start-icons = Piece icons: { $site } contributors (CC BY 3.0) and our own.
app-start-dice = You can check every die roll: the server publishes its secret after the game.
app-rules-title = How to play
app-rules-busy = Loading the rules…
app-rules-parts = On this page
app-rules-board = Try it on a board
app-rules-examples = Examples
app-rules-exact = The exact rules

## end of app

## account

account-name-label = Your name

account-dialog-title = Your account
account-dialog-ways = Account
account-dialog-name = Name
account-dialog-password = Password
account-sign-in = Sign in
account-sign-in-why = You need an account for rated matches and your match history. Everything else works without one.
account-register = Register
account-register-rules = Name: 2 to 20 letters, digits, hyphens or underscores. Password: at least 8 characters. A lost password cannot be recovered.

account-password-title = Password
account-password-old = Old password
account-password-new = New password
account-password-rule = At least 8 characters. A new password signs you out everywhere else.
account-password-change = Change password
account-password-changed = Password changed.
account-password-show = Show
account-password-hide = Hide
account-password-reveal = Show: { $field }

account-matches-title = Matches
account-matches-none = No matches yet.
account-matches-none-finished = No finished matches yet.
account-matches-older = Show older matches
account-matches-retry = Try again
# $players is a list of names.
account-match-opponents = with { $players }
account-match-alone = no opponent yet
account-match-waiting = Waiting
account-match-playing = In progress
account-match-over = Over
account-match-closed = Closed
account-match-won = Won
account-match-lost = Lost
account-match-drew = Drew

account-running-title = Playing now
account-running-turn = Your turn
account-running-continue = Continue
account-running-continue-label = Continue { $game }
account-running-watch = Watch
account-running-watch-label = Watch { $game }

account-ratings-title = Ratings
account-ratings-none = No rated matches yet.
account-ratings-how = To play one, tick “{ lobby-create-rated }” when you create a table.
account-ratings-game = Game
account-ratings-rating = Rating
account-ratings-matches = Matches
account-ratings-provisional = provisional
account-ratings-provisional-tip = This rating is still settling. Play more matches.

account-sessions-title = Sessions
account-sessions-this = this browser
# $created and $used are days: “today”, “12 November 2026”.
account-sessions-dates = Signed in { $created }, last used { $used }
account-sessions-end = End
account-sessions-end-label = End: { $browser }
account-sessions-end-others = End all other sessions
account-browser-unknown = An unknown program
account-browser-on-system = { $browser } on { $system }

account-studies-title = Studies
account-tokens-title = API tokens
account-tokens-what = A program uses a token to play or watch in your name. Anyone who has the token can do the same without your password.
# $scopes is a list of permissions, $created a day.
account-tokens-facts = { $scopes }; created { $created }
account-tokens-unlabelled = Unlabelled
account-tokens-revoke = Revoke
account-tokens-revoke-label = Revoke: { $token }
account-tokens-new = Your new token (shown only once)
account-tokens-copy = Copy
account-tokens-copied = Copied
account-tokens-label = Label
account-tokens-example = my bot
account-tokens-scopes = Permissions
account-tokens-no-scope = Choose at least one permission.
account-tokens-create = Create token
account-scope-board-play = Play as you
account-scope-bot-play = Play as a bot
account-scope-challenge-read = See challenges
account-scope-challenge-write = Send and answer challenges
account-profile-bot = bot
account-profile-joined = Joined { $day }
account-profile-sign-out = Sign out

## end of account

## api

api-server-silent = The server does not answer. Is it still running?
api-server-error = The server reported an error ({ $status }).
api-dice-broken = Do not trust these dice. The server changed its secret after it committed to it, or left out your browser's part.

## end of api

## board

board-card-close = Close
board-card-price = { $price ->
    [one] Costs { $price } coin.
   *[other] Costs { $price } coins.
}
board-card-rule = Read the rule
board-card-stock = { $count } in stock.
board-diagram-label = { $captures ->
    [0] { $count ->
        [one] Diagram: it can go to { $count } square.
       *[other] Diagram: it can go to { $count } squares.
    }
   *[other] { $count ->
        [one] Diagram: it can go to { $count } square and capture there.
       *[other] Diagram: it can go to { $count } squares and captures on { $captures } of them.
    }
}
board-entry-open = you can buy it
board-entry-price = { $price ->
    [one] { $price } coin
   *[other] { $price } coins
}
board-legend-badges = Marks on pieces
board-legend-label = Legend
board-legend-pieces = Pieces and items
board-legend-squares = Squares
board-line-idle-finger = Hold a finger on a piece, a square or a card to see what it does.
board-line-idle-mouse = Point at a piece, a square or a card to see what it does. With the keyboard, press ?.
board-line-more = More
board-line-more-about = More about { $name }
board-line-reach = { $count ->
    [0] It cannot move now.
    [one] It could move to { $count } place.
   *[other] It could move to { $count } places.
}
board-piece-coloured = { $colour } { $kind }
board-piece-counted = { $count } × { $piece }
board-piece-moved-by = { $piece }, moved by { $seat }
board-place-unknown = that place
board-plane-label = Board
board-planes-switched = Now showing { $board }: you can choose there.
board-square-empty = empty
board-square-open = can be selected
board-square-reach = the selected piece could move here
board-square-selected = selected
board-square-threatened = the selected piece could capture here
board-tabs-changed = changed last turn
board-tabs-choices = has places to select
board-tabs-label = Boards
board-trial-back = Back
board-trial-over = The game is over in this position.
board-trial-refused = You cannot choose { $place } now. Select a highlighted place.

## end of board

## editor

editor-page-title = Board editor
editor-page-loading = Setting up the board…
editor-palette-clear = Clear
editor-palette-erase = Erase
editor-palette-move = Move
editor-palette-neutral = Neutral
editor-palette-turn = To move
editor-state-valid = This position is valid.
editor-text-label = Position
editor-text-show = Show this position
editor-tool-cancel = Cancel
editor-tool-done = Done
editor-tool-flip = Flip board
editor-tool-pieces = Set up pieces
editor-tool-play = Play from here
editor-tool-rules = Rules
editor-tool-start = Starting position

## end of editor

## learn

learn-page-title = Learn { $game }
learn-page-busy = Loading the course…
learn-page-no-level = This course has no such level.
learn-link = Learn
learn-rules-link = Learn it step by step

learn-course-how = Short levels on the board. Start at the beginning, or choose any level.
learn-course-continue = Continue: { $level }
learn-course-start = Start: { $level }
learn-course-again = Start again: { $level }
learn-course-solved = { $solved } of { $count } levels solved
learn-course-stars = { $stars } of { $most } stars
learn-course-keep = Your stars are stored in this browser. Sign in to keep them in your account.
learn-course-levels = Levels of { $chapter }

learn-stars =
    { $stars ->
        [one] { $stars } star
       *[other] { $stars } stars
    }
learn-stars-none = not solved yet

learn-level-number = Level { $number } of { $count } · { $chapter }
learn-level-seat = You play { $seat }
learn-level-turns =
    { $turns ->
        [one] { $turns } turn left
       *[other] { $turns } turns left
    }
learn-level-hint = Hint
learn-level-hint-more = Show the move
learn-level-hint-tip = A hint costs one star.
learn-level-again = Start over
learn-level-back = Take back
learn-level-next = Next level
learn-level-rules = Rules
learn-level-all = All levels
learn-level-tools = Level
learn-level-playing = { $player } plays…
learn-level-hint-action = Do this: { $action }.
learn-level-hint-none = The solution does not lead through this position. Take your move back, or start over.

learn-marks-squares = Marked on the board: { $squares }.
learn-marks-arrow = Arrow from { $from } to { $to }.

learn-result-solved = Solved
learn-result-missed = Not yet
learn-result-retry = Try again
learn-result-replay = Show again
learn-result-answer = The answer on the board:

learn-end-title = You finished the course
learn-end-text = You know the rules of { $game } now. Play your first game: the computer starts at its weakest level.
learn-end-open =
    { $count ->
        [one] { $count } level is still open.
       *[other] { $count } levels are still open.
    }
learn-end-computer = Play the computer
learn-end-now = Play someone now
learn-end-games = All games

learn-offer-title = New to { $game }?
learn-offer-text = Learn it on the board in about { $minutes } minutes.
learn-offer-yes = Learn
learn-offer-no = Not now

## end of learn

## lobby

lobby-card-computer = Play the computer
lobby-card-now = Play someone now
lobby-card-now-tip = Joins a table that waits for players. If there is none, you play the computer until someone comes.
lobby-card-friend = Play with a friend
lobby-card-options = Choose level and options
lobby-card-puzzles = Puzzles
lobby-card-rules = How to play
lobby-card-no-board = The board could not be drawn.

lobby-friends-title = Play with people
lobby-friends-how = Create a table and send the link, or join a table in the lobby. You need no account.
lobby-friends-open = Create or join a table
lobby-friends-waiting = Waiting for players now
lobby-friends-more = { $count } more in the lobby: press “{ lobby-friends-open }”.
lobby-friends-nobody = Nobody at the moment. “{ lobby-card-now }” opens a table for you.

lobby-new-ways = Play
lobby-new-computer = against the computer
lobby-new-here = on one screen
lobby-new-friend = with a friend, by link
lobby-new-start = Start game
lobby-seat-label = Your side
lobby-seat-random = Random
lobby-options-standard = standard
lobby-level-label = Level { $level }: { $name }
lobby-level-sleepy = sleepy
lobby-level-sleepy-plays = Sees a capture, and often errs. For your first game.
lobby-level-gentle = gentle
lobby-level-gentle-plays = Looks one answer ahead and still errs often.
lobby-level-curious = curious
lobby-level-curious-plays = Takes what you leave unguarded and overlooks longer plans.
lobby-level-awake = awake
lobby-level-awake-plays = Finds short combinations and errs now and then.
lobby-level-sharp = sharp
lobby-level-sharp-plays = Looks several turns ahead, with small errors.
lobby-level-cunning = cunning
lobby-level-cunning-plays = Looks far ahead and rarely errs.
lobby-level-fierce = fierce
lobby-level-fierce-plays = Searches deeply and hardly errs.
lobby-level-merciless = merciless
lobby-level-merciless-plays = Full strength, up to 3 seconds for each action.

lobby-online-title = Play online
lobby-online-ways = Ways to play online
lobby-online-create = New table
lobby-online-join = Join
lobby-online-lobby = Lobby
lobby-create-local = Only this computer can reach this server.
lobby-create-game = Game
lobby-create-public = Show this table in the lobby
lobby-create-rated = Rated
lobby-create-rated-note = The result changes the players’ ratings. Every player needs an account.
lobby-create-rated-account = Rated matches need an account.
lobby-create-button = Create table
lobby-join-label = Link or code
lobby-join-example = https://…/t/… or just the code
lobby-join-button = Go to table
lobby-join-malformed = That is not a table link or code. A code has 6 to 24 letters and digits.

lobby-list-waiting = Waiting for players
lobby-list-playing = In progress
lobby-list-watch = Watch
# $players is a list of names.
lobby-list-watch-label = Watch { $game }, { $players }
lobby-list-computer = the computer
lobby-list-none = No tables right now. Create one and it appears here.
lobby-list-loading = Loading the lobby…

lobby-waiting-own = Your table
lobby-waiting-nobody = Nobody yet
lobby-waiting-seats =
    { $count ->
        [one] { $count } open seat
       *[other] { $count } open seats
    }
lobby-waiting-show = Show
lobby-waiting-show-label = Show your table: { $game }
lobby-waiting-join = Join
lobby-waiting-join-label = Join the table of { $host }: { $game }
lobby-waiting-new = Just opened
lobby-waiting-minutes = Waiting for { $minutes } min
lobby-waiting-hours = Waiting for { $hours } h
lobby-waiting-days =
    { $days ->
        [one] Waiting for { $days } day
       *[other] Waiting for { $days } days
    }

lobby-clock-label = Clock
lobby-clock-none = No clock
lobby-clock-minutes = { $minutes } min
lobby-clock-seconds = { $seconds } s
# $initial is a time: “10 min”.
lobby-clock-fischer = { $initial } + { $increment } s
lobby-clock-byoyomi = { $initial }, then { $periods } × { $period } s
lobby-clock-days =
    { $days ->
        [one] { $days } day per turn
       *[other] { $days } days per turn
    }
lobby-clock-none-sentence = No clock: take your time.
lobby-clock-plain-sentence = Each player has { $initial } for the whole game.
lobby-clock-fischer-sentence = Each player has { $initial }, plus { $increment } s for every turn.
lobby-clock-byoyomi-sentence = Each player has { $initial }, then { $period } s for every turn.
lobby-clock-days-sentence =
    { $days ->
        [one] Each turn may take up to { $days } day.
       *[other] Each turn may take up to { $days } days.
    }

lobby-games-title = Your games
lobby-games-notify = Notify me when it is my turn
lobby-games-all = Show all { $count } games
lobby-games-fewer = Show fewer
lobby-game-here = On this screen
lobby-game-against = Against { $opponents }
lobby-game-alone = No opponent yet
lobby-game-over = Over
lobby-game-arrived = Your opponent is here
lobby-game-waiting = Waiting for players
lobby-game-turn = Your turn
lobby-game-playing = In progress
lobby-game-thinking = The computer is thinking
lobby-game-to-move = { $player } to move
lobby-game-continue = Continue
lobby-game-show = Show table
lobby-game-review = Review
lobby-game-remove = Remove this game of { $game } from the list

lobby-banner-begins = { $game } begins.
lobby-banner-go = Your opponent is here: go to the game
lobby-banner-waiting = Waiting for players at your table: { $game }.
lobby-banner-meanwhile = Waiting for an opponent… You are playing the computer meanwhile.
lobby-banner-show = Show table
lobby-banner-stop = Stop waiting
lobby-banner-turns = Your turn
lobby-banner-turns-label =
    { $count ->
        [one] Your turn in { $count } other game
       *[other] Your turn in { $count } other games
    }

lobby-notify-begins = { $game } against { $opponents } begins.
lobby-notify-turn = Your turn: { $game }
lobby-notify-against = Against { $opponents }.

## end of lobby

## notify


## end of notify

## puzzles

puzzle-all = All puzzles
puzzle-daily = Puzzle of the day
puzzle-daily-of = { $game }: puzzle of the day
puzzle-done-before = You have tried this puzzle before, so it does not count.
puzzle-endless = Solve puzzles
puzzle-endless-of = { $game }: solve puzzles
puzzle-facts = Puzzle rated { $rating }.
puzzle-games-best = Longest streak: { $streak }. Best 3 minutes: { $timed }.
puzzle-games-count = { $count ->
        [one] { $count } puzzle.
       *[other] { $count } puzzles.
    }
puzzle-games-rating = Your rating: { $rating }.
puzzle-give-up = Show the solution
puzzle-goal-advantage = { $player } to play and gain a clear advantage
puzzle-goal-eliminate = { $player } to play and eliminate an opponent
puzzle-goal-win = { $player } to play and win
puzzle-missed = That is not the solution.
puzzle-more = More puzzles
puzzle-next = Next puzzle
puzzle-one = Puzzle
puzzle-own-rating = Your rating: { $rating }
puzzle-page-about = Each puzzle has one solution. A wrong answer is refuted on the board.
puzzle-page-busy = Loading the puzzle…
puzzle-page-none = This server has no puzzles.
puzzle-page-title = Puzzles
puzzle-page-title-of = { $game } puzzles
puzzle-rating-change = Your rating: { $before } → { $after } ({ $change })
puzzle-retry = Try again
puzzle-run-again = Start again
puzzle-run-best = Your best: { $count }.
puzzle-run-clock = Time left
puzzle-run-over = The run is over: { $count } solved.
puzzle-run-solved = { $count } solved
puzzle-solution = This is the solution.
puzzle-solved = Solved!
puzzle-solved-late = Solved, but not at the first try.
puzzle-source = Source game
puzzle-streak = Streak
puzzle-streak-of = { $game }: streak
puzzle-theme = Theme
puzzle-theme-any = Any theme
puzzle-theme-option = { $name } ({ $count })
puzzle-timed = 3 minutes
puzzle-timed-of = { $game }: 3 minutes
puzzle-tools = Help with the puzzle

## end of puzzles

## review

review-analysis-count = Lines
review-analysis-deeper = Search deeper
review-analysis-depth = Depth { $depth }, { $count ->
    [one] { $count } position
   *[other] { $count } positions
}.
review-analysis-known = Judged by what { $player } can know, not by what is hidden.
review-analysis-lines = Best lines for { $player }, and how often { $player } wins:
review-analysis-share = { $wins } %
review-analysis-table = Table: { $value }
review-analysis-thinking = Thinking…
review-analysis-title = Computer analysis
review-arrows-button = Arrows
review-arrows-hint = Show the best actions as arrows (key A)
review-evaluation-better = { $player } is better and wins { $wins } of 100.
review-evaluation-clear = { $player } is clearly better and wins { $wins } of 100.
review-evaluation-even = The chances are even: { $player } wins { $wins } of 100.
review-evaluation-first = { $player } wins { $wins } of 100
review-evaluation-other = { $player } { $wins }
review-evaluation-slight = { $player } is slightly better and wins { $wins } of 100.
review-evaluation-winning = { $player } is close to winning and wins { $wins } of 100.
review-evaluation-won = { $player } wins.
review-grade-best = Best
review-grade-blunder = Blunder
review-grade-inaccuracy = Inaccuracy
review-grade-mistake = Mistake
review-graph-end = End
review-graph-even = even
review-graph-least = wins none of 100
review-graph-most = wins all of 100
review-graph-name = Winning chances after each turn
review-graph-start = Start
review-graph-turn = Turn { $turn }, { $player }: { $actions }.
review-graph-wins = { $player } wins
review-line-play = Play this line on the board up to here
review-lost-name = Captured pieces
review-lost-title = Captured
review-moves-none = This game has no moves.
review-mistake-again = Try again
review-mistake-all = You have been through all of them.
review-mistake-busy = The computer looks at your move…
review-mistake-close = Back to the review
review-mistake-found = Good: { $player } wins { $wins } of 100 after that.
review-mistake-next = Next mistake
review-mistake-none = The computer found no mistakes of { $player }.
review-mistake-number = Mistake { $number } of { $count }
review-mistake-on = Good so far. The turn is not over: go on.
review-mistake-same = That is what was played in the game.
review-mistake-show = Show a better line
review-mistake-shown = Better was:
review-mistake-task = In the game { $player } played { $played } and lost { $loss } of 100. Find something better.
review-mistake-title = Learn from your mistakes
review-mistake-wrong = Not better: after that { $player } wins { $wins } of 100 instead of { $best }.
review-page-loading = Loading the game…
review-page-title = Game review
review-page-title-of = { $game } review
review-report-about = The computer judges every turn and shows what would have been better.
review-report-accuracy = Accuracy is the average over a player's turns: 100 for a turn that loses nothing, 65 for a loss of 10 of 100, 42 for 20, 27 for 30.
review-report-again = Analyse again
review-report-blunders = { $count ->
    [one] { $count } blunder
   *[other] { $count } blunders
}
review-report-faultless = no mistakes
review-report-inaccuracies = { $count ->
    [one] { $count } inaccuracy
   *[other] { $count } inaccuracies
}
review-report-known = Each action is judged by what its player could know at that moment. Bad luck is no mistake.
review-report-meaning = What do these numbers mean?
review-report-mistakes = { $count ->
    [one] { $count } mistake
   *[other] { $count } mistakes
}
review-report-next = Next mistake
review-report-learn = Learn from these mistakes
review-report-learn-of = Learn from the mistakes of { $player }
review-report-next-of = Next mistake of { $player }
review-report-own = With more than two players, each turn is judged by the chance of its own player. The chances of the others are rough estimates.
review-report-progress = Turns analysed
review-report-start = Analyse the game
review-report-stop = Stop
review-report-summary = { $faults }, average loss { $loss } %, accuracy { $accuracy } %
review-report-thresholds = “Wins 60 of 100” is the computer's estimate; a draw counts as half a win. A turn that loses 10 of 100 or more is an inaccuracy, 20 a mistake, 30 a blunder.
review-report-title = How the game went
review-search-chance = Nothing to analyse here: the next step is random.
review-search-none = This server offers no analysis.
review-steps-first = Go to the start
review-steps-group = Steps
review-steps-last = Go to the end
review-steps-next = Next step
review-steps-previous = Previous step
review-steps-slider = Step
review-steps-value = { $step } of { $steps }
review-threats-about = What the next player would do if the player to move passed
review-threats-lines = If it were { $player }'s turn now, and how often { $player } wins:
review-threats-title = Threats
review-tool-editor = Board editor
review-tool-flip = Flip board
review-tool-play = Play from here
review-variation-delete = Delete this variation
review-variation-inside = You are in a variation.
review-variation-leave = Back to the game
review-variation-name = Variation { $number }
review-variation-promote = Promote this variation
review-verdict-better = Better:
review-verdict-loss = { $player } now wins { $after } of 100 instead of { $before }.

## end of review

## rules

rules-example-analyse = Analyse this position
rules-exact-title = The exact rules
rules-examples-how = Open an example and move the pieces. If a move is not allowed, the page says why.
rules-examples-title = Examples to try
rules-text-pieces = The pieces

## end of rules

## settings

settings-board = Board
settings-board-contrast = High contrast
settings-board-moss = Moss
settings-board-paper = Paper
settings-board-plum = Plum
settings-board-slate = Slate
settings-board-walnut = The game's own
settings-computer = The computer thinks
settings-computer-browser = In this browser
settings-computer-server = On the server
settings-covers = On one screen: cover the board between turns if something is hidden
settings-effects = Always show the effects in the move list
settings-hints = Hints for new players
settings-hints-again = Show all hints again
settings-hints-all = All hints will be shown
settings-looks = Appearance
settings-motion = Animate moves
settings-move-marks = Movement marks on pieces
settings-muted = Muted in chat
settings-muted-guest = (guest, at one table)
settings-muted-unmute = Unmute
settings-muted-unmute-one = Unmute { $name }
settings-notify = Notify me when it is my turn and this tab is hidden
settings-notify-blocked = Your browser blocks notifications of this page. Allow them in its settings.
settings-pace = Opponents' moves
settings-pace-instant = Instant
settings-pace-normal = Normal
settings-pace-slow = Slow
settings-pieces = Pieces
settings-pieces-carved = Carved
settings-pieces-flat = Flat
settings-pieces-letters = Letters
settings-play = Play
settings-preview = Preview
settings-preview-board = The board of { $game } with these settings
settings-preview-failed = The preview could not be loaded.
settings-rotate = On one screen: turn the board to the player to move
settings-sound = Sound
settings-sound-captures = Captures
settings-sound-chat = Chat messages
settings-sound-clock = Time running out
settings-sound-moves = Moves
settings-sound-test = Test
settings-sound-test-one = Test: { $sound }
settings-sound-turn = Your turn
settings-sounds = Sounds
settings-theme = Theme
settings-theme-auto = System
settings-theme-dark = Dark
settings-theme-light = Light
settings-title = Settings
settings-volume = Volume
settings-explanations = Explain what the mouse rests on

## end of settings

## sound


## end of sound

## study

study-comment-label = Comment on this position
study-delete = Delete study
study-delete-no = Keep it
study-delete-question = Delete this study? Everyone with the link loses it.
study-lines = Moves, variations and comments
study-owner = by { $name }
study-page-busy = Loading the study…
study-page-title = Study
study-read-only = Only the owner can change this study. You can try out moves; they are not saved.
study-save = Save changes
study-save-as = Save as study
study-save-tip = Saves the moves and variations under a link that you can share
study-saved = Saved
study-title-first = { $game } study
study-title-label = Title
study-unsaved = Not saved yet

## end of study

## table

table-screen-unnamed = Table
table-screen-busy = Setting up the board…
table-screen-lost = Connection lost. Reconnecting… Your game is safe.
table-screen-closed = This table was closed before the game began.
table-screen-rematch = Go to the rematch
table-prompt-going = Still your turn.
table-prompt-next = Now select a highlighted place. Press Escape to cancel.
table-prompt-undo = Undo
table-plan-list = Planned: { $moves }
table-plan-move = { $from } to { $to }
table-plan-cancel = Cancel plan
table-playback-move = { $player }'s move. { $left } more to show.
table-playback-left =
    { $left ->
        [one] { $left } move to show.
       *[other] { $left } moves to show.
    }
table-replay-button = Replay { $moves }
table-replay-moves = last moves
table-replay-tip = Replay last moves (R)
table-replay-skip = Skip
table-replay-skip-tip = Skip (Escape, or click or tap the board)
table-action-label = Type an action
table-action-hint = or type an action
table-action-example = or type an action, like { $example }
table-action-not-your-turn = not your turn

table-notice-stale = This is no longer possible: something else happened first.
table-notice-plan = Your planned move is no longer possible.
table-refusal-watching = You are watching. Only the players move pieces.
table-refusal-waiting = The game begins when every seat is taken.
table-refusal-over = The game is over.
table-refusal-dark = { $place } is not highlighted. Select a highlighted place.
table-refusal-turn = It is { $actor }'s turn.
table-refusal-tray = You cannot choose { $place } now. Select a highlighted place.
table-refusal-empty = You have no piece on { $place }. Select a highlighted piece.
table-refusal-owner = That is { $owner }'s piece. It is your turn: move a { $seat } piece.
table-refusal-owner-turn = It is { $actor }'s turn. To plan your next move, select a piece of your own.
table-refusal-stuck = The { $piece } has no legal move. Select a highlighted place.
table-refusal-later = The { $piece } cannot move now. Select a highlighted place.

table-tools-flip = Flip board
table-tools-rules = Rules
table-tools-legend = Legend
table-tools-takeback = Take back
table-tools-draw = Draw
table-tools-resign = Resign
table-tools-resign-sure = Really resign?
table-tools-resign-seat = Really resign { $seat }?
# $count is the number of other players. $other is the seat of the only one.
table-offer-draw-own =
    { $count ->
        [one] You offer a draw. { $other } must agree.
       *[other] You offer a draw. The others must agree.
    }
table-offer-draw =
    { $count ->
        [one] { $seats } offers a draw.
       *[other] { $seats } offer a draw.
    }
table-offer-takeback-own =
    { $count ->
        [one] You ask to go back to turn { $turn }. { $other } must agree.
       *[other] You ask to go back to turn { $turn }. The others must agree.
    }
table-offer-takeback =
    { $count ->
        [one] { $seats } asks to go back to turn { $turn }.
       *[other] { $seats } ask to go back to turn { $turn }.
    }
table-offer-accept = Accept
table-offer-decline = Decline
table-offer-withdraw = Withdraw
table-draw-title = Offer a draw?
table-draw-yes = Offer a draw
table-draw-no = Keep playing
table-draw-computer-text = The computer answers at once. If it agrees, the game ends as a draw and cannot be continued.
table-draw-agreed-text = All others have agreed. The game ends now and cannot be continued.
table-draw-shared-title = End the game as a draw?
table-draw-shared-text = All players on this screen agree to a draw. The game ends now and cannot be continued.
table-draw-shared-yes = End as a draw

table-seat-thinking =
    { $nodes ->
        [one] { $seat }, thinking: depth { $depth }, { $nodes } position
       *[other] { $seat }, thinking: depth { $depth }, { $nodes } positions
    }
table-seat-you = you
table-seat-out = out of the game
table-seat-online = Online
table-seat-away = Away
table-seat-away-for = Away, { $seconds } s
table-seat-claim = Claim the game
table-clock-label = { $seat }'s clock

table-result-why = { $verdict }: { $reason }
table-result-mistakes = Learn from your mistakes
table-result-review = Review
table-result-new = New game
table-dice-title = How the dice were made
# $told and $added are numbers, $command is a command line.
table-dice-how = The server committed to { $told } before your browser added { $added }. Both are in the record: { $command } checks every roll.
table-dice-unknown = The record could not be loaded, so the dice could not be checked.
table-export-title = Export
table-export-text = Text
table-export-upload = Upload
table-export-json = JSON
table-export-png = PNG
table-export-svg = SVG
table-export-offline = Pictures are drawn by the server. You can save them when you are online again.
table-out-title = You are out of the game
table-out-resigned = You resigned.
table-out-time = Your time ran out.
table-out-away = The others claimed your seat while you were away.
table-out-eliminated = You were eliminated.
table-out-others = The others play on without you.
table-out-watch = Keep watching
table-out-leave = Leave

table-tabs-label = Moves and chat
table-tabs-moves = Moves
table-tabs-chat = Chat
table-tabs-chat-unread = Chat ({ $count })
table-tabs-alliances = Alliances
table-tabs-alliances-asked = Alliances ({ $count })
table-log-title = Moves
table-log-none = No moves yet.
table-log-earlier = Show earlier moves
table-log-effects = Effects of turn { $turn }
table-log-secret = secret
table-log-resign = { $seat } resigns
table-log-flag = { $seat } runs out of time
table-log-leave = { $seat } leaves
table-log-offer-draw = { $seat } offers a draw
table-log-agree-draw = { $seat } accepts the draw
table-log-decline-draw = { $seat } declines the draw
table-log-offer-takeback = { $seat } asks to take back
table-log-agree-takeback = { $seat } allows it
table-log-decline-takeback = { $seat } refuses
table-chat-title = Chat
table-chat-none = No messages yet.
table-chat-write = Write a message
table-chat-send = Send
table-chat-to = Send to
table-chat-everyone = everyone
table-chat-only = only { $seat }
table-chat-private = private
table-chat-to-seat = { $name } to { $seat }
table-chat-spectator = { $name } (spectator)
table-chat-whisper = { $from } whispers to { $to }.
table-chat-mute = Mute { $name }
table-chat-muted = You muted { $name }.
table-chat-unmute = Unmute
table-chat-report = Report
table-chat-report-label = Report the message of { $name }
table-chat-reported = Reported
table-report-title = Report this message
table-report-question = What is wrong with it?
table-report-insult = Insult or threat
table-report-spam = Spam
table-report-data = Asks for personal data
table-report-other = Something else
table-report-details = Details (you may leave this empty)
table-report-no-reason = Choose a reason.
table-report-send = Send report
table-report-cancel = Cancel
table-report-sent = Your report was sent. The operator of this server reads it. { $name } is not notified.
table-report-done = Done
table-alliance-title = Alliances
table-alliance-open = Show my alliances to everyone
table-alliance-log = Alliance log
table-alliance-secret = secret
table-alliance-offer = Offer alliance
table-alliance-withdraw = Withdraw offer
table-alliance-accept = Accept
table-alliance-decline = Decline
table-alliance-end = End alliance
table-alliance-offered = { $by } offers an alliance to { $with }.
table-alliance-made = { $by } is allied with { $with }.
table-alliance-refused = { $by } declines an alliance with { $with }.
table-alliance-broken = { $by } ends the alliance with { $with }.

table-invitation-title = Play { $game }
table-invitation-title-host = { $host } invites you to play { $game }
table-invitation-rated = This match counts for ratings. You need an account.
table-invitation-players = { $count } players
table-invitation-rules = How to play { $game }
table-invitation-seats = Players
table-invitation-play = Play { $seat }
table-invitation-begins-now = The game begins as soon as you take the seat.
table-invitation-begins-full = The game begins when all { $count } open seats are taken.
table-invite-title = Waiting for players
table-invite-how = Send this link to the other players:
table-invite-link = Link to this table
table-invite-qr = QR code of the link
table-invite-copy = Copy
table-invite-copied = Copied
table-invite-copy-blocked = Your browser blocked copying. The link is selected: copy it yourself.
# $code is the table's code.
table-invite-code = Or they choose “{ lobby-friends-open }” and enter the code { $code }.
table-invite-local = Only this computer can open it.
table-invite-rated = This match counts for ratings. Every player needs an account.
table-invite-close = Close this table
table-invite-close-title = Close this table?
table-invite-close-text = The table leaves the lobby and its link stops working. This cannot be undone.
table-invite-close-yes = Close table
table-invite-close-no = Keep waiting

table-cover-title = { $seat }'s turn
table-cover-how = Hand the screen to { $seat }. The board stays covered until { $seat } presses the button.
table-cover-lift = I am { $seat }: show the board
table-cover-stop = Stop covering the board: everyone may see everything
table-hint-title = Hint
table-hint-count = { $nth } of { $of }
table-hint-off = Turn off hints
table-hint-next = Next hint
table-hint-done = Got it
table-rules-title = Rules
table-rules-of = The rules of { $game }
table-rules-tab = Open in a new tab
table-rules-close = Close the rules
table-notify-turn = Your turn: { $game }
table-notify-moved = Your opponent has moved.

table-rematch-accept = Accept rematch
table-rematch-away =
    { $count ->
        [one] You offered a rematch, but { $players } is not at the table now.
       *[other] You offered a rematch, but { $players } are not at the table now.
    }
table-rematch-decline = Decline
table-rematch-declined = { $count ->
    [one] { $players } declined the rematch.
   *[other] A player declined the rematch.
}
table-rematch-offer = Rematch
table-rematch-waiting = You offered a rematch. { $players } must agree.
table-rematch-wanted =
    { $count ->
        [one] { $players } wants a rematch.
       *[other] { $players } want a rematch.
    }
table-rematch-withdraw = Withdraw offer
table-result-rating = Rating { $before } → { $after } ({ $change })
table-thinking = { $player } is thinking
table-thinking-long = This takes longer than usual. You can plan your next move, or leave and come back: your game is kept.
table-thinking-seconds = { $seconds } s
table-zen = Zen
table-zen-leave = Leave zen mode
table-zen-leave-title = Leave zen mode (Escape)
table-zen-title = Zen mode: only board, clocks and prompt (Z)
table-seat-first-move = first move within { $time }

table-confirm-action = Are you sure?
table-confirm-buy = Buy
table-confirm-cancel = Cancel
table-confirm-do = Do it
table-confirm-final = You cannot undo this.
table-confirm-left =
    { $left ->
        [one] You will have { $left } coin left.
       *[other] You will have { $left } coins left.
    }
table-confirm-purchase =
    { $price ->
        [one] Buy { $name } for { $price } coin?
       *[other] Buy { $name } for { $price } coins?
    }

## end of table

## text

text-match-rated = rated
text-player-guest = Guest
text-player-you = You
text-player-open = Open seat
text-player-computer = Computer, level { $level }
# The same in the middle of a sentence: “Against the computer, level 3”.
text-player-computer-inside = the computer, level { $level }
text-player-rated = { $name } ({ $rating })
text-facts-players =
    { $count ->
        [one] One player
        [2] Two players
        [3] Three players
        [4] Four players
       *[other] { $count } players
    }
text-facts-players-up-to =
    { $count ->
        [3] Two to three players
        [4] Two to four players
       *[other] Two to { $count } players
    }
text-facts-one-screen =
    { $count ->
        [2] Two players, one screen
        [3] Three players, one screen
        [4] Four players, one screen
       *[other] { $count } players, one screen
    }
text-facts-length = { $least } to { $most } minutes
text-facts-open = No luck, nothing hidden
text-facts-hidden = No luck, hidden information
text-facts-luck = Some luck, nothing hidden
text-facts-luck-hidden = Some luck, hidden information
text-clock-days =
    { $days ->
        [one] { $days } day
       *[other] { $days } days
    }
text-day-today = today
text-day-yesterday = yesterday
text-markdown-table = Table
text-result-wins = { $winner } wins
text-result-shared = { $winners } share the win
text-result-draw = A draw
text-result-you-win = You win
text-result-you-lose = You lose

## end of text

## ui

ui-back = Back to all games
ui-close = Close
ui-copy = Copy link
ui-copy-blocked = Your browser blocked copying. Copy this link yourself:
ui-copy-done = Link copied
ui-error-title = This page cannot be shown
ui-header-account = Your account, { $name }
ui-header-home = Menagerie, all games
ui-header-name = Menagerie
ui-header-nav = Account and settings
ui-header-settings = Settings
ui-header-sign-in = Sign in
ui-header-sounds = Sounds
ui-header-sounds-off = Sounds are off
ui-header-sounds-on = Sounds are on
ui-rule-read = Read this rule

## end of ui

