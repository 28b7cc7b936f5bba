/** The countdown of a hold is highlighted once this many milliseconds are left. */
export const COUNTDOWN_WARNING_MS = 120_000

/** Formats minutes and seconds, such as `9:41`. */
export function formatCountdown(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
