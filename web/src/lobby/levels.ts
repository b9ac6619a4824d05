/** The levels of the computer players, from 1 on: the messages with their names and how they play. */

export const LEVELS = [
    { name: "lobby-level-sleepy", plays: "lobby-level-sleepy-plays" },
    { name: "lobby-level-gentle", plays: "lobby-level-gentle-plays" },
    { name: "lobby-level-curious", plays: "lobby-level-curious-plays" },
    { name: "lobby-level-awake", plays: "lobby-level-awake-plays" },
    { name: "lobby-level-sharp", plays: "lobby-level-sharp-plays" },
    { name: "lobby-level-cunning", plays: "lobby-level-cunning-plays" },
    { name: "lobby-level-fierce", plays: "lobby-level-fierce-plays" },
    { name: "lobby-level-merciless", plays: "lobby-level-merciless-plays" },
] as const;
