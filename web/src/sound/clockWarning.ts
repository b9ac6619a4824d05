/** When a running clock sounds a warning. */

/** Seconds left at which a clock warns. */
const WARNINGS = [20, 10, 5, 4, 3, 2, 1];

/** Whether a clock has passed a warning between two looks at it. Both times are milliseconds left. */
export function passesWarning(before: number, now: number): boolean {
    return WARNINGS.some((seconds) => before > seconds * 1000 && now <= seconds * 1000);
}
