const MINUTE_MS = 60_000

export function formatHoldTimeLeft(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / MINUTE_MS)
  if (minutes < 1) return 'Less than a minute is left to buy your tickets.'
  return `Your tickets are held for ${minutes === 1 ? 'one more minute' : `${minutes} more minutes`}.`
}
