/** Draws a ticket in the site's colours as PNG, for notifications on the lock screen. */
export async function drawPassIcon(
  { background, foreground }: { background: string; foreground: string },
  side: number,
): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  const ticket =
    'M6 10.5h17a1.5 1.5 0 0 1 1.5 1.5v1.2a1.8 1.8 0 0 0 0 3.6V18a1.5 1.5 0 0 1-1.5 1.5H6A1.5 1.5 0 0 1 4.5 18v-1.2a1.8 1.8 0 0 0 0-3.6V12A1.5 1.5 0 0 1 6 10.5z'
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 29 29">` +
    `<rect width="29" height="29" fill="${background}"/><path fill="${foreground}" d="${ticket}"/></svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}
