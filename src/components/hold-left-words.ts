const MINUTE_MS = 60_000

/** How long what is in the cart is still held, as of the moment that the page was made. */
export function holdLeftWords(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / MINUTE_MS)
  if (minutes < 1) return 'Your tickets are held for less than a minute.'
  return `Your tickets are held for ${minutes === 1 ? 'one more minute' : `${minutes} more minutes`}.`
}
