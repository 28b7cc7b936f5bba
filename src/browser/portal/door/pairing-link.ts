const PREFIX = '#pair='

/** Returns the code of a pairing link and removes it from the page's URL. */
export function consumePairingCode(): string | undefined {
  const { hash, pathname, search } = window.location
  if (!hash.startsWith(PREFIX)) return undefined
  window.history.replaceState(null, '', pathname + search)
  return hash.slice(PREFIX.length, PREFIX.length + MAX_PAIRING_CODE_LENGTH)
}

export const MAX_PAIRING_CODE_LENGTH = 40

/** Returns the code in a scanned pairing link; any other text is returned unchanged. */
export const extractPairingCode = (text: string): string =>
  text
    .slice(text.includes(PREFIX) ? text.indexOf(PREFIX) + PREFIX.length : 0)
    .slice(0, MAX_PAIRING_CODE_LENGTH)
