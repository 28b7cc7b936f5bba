/** Matches text that mail programs turn into links: a scheme, `www.`, or a dot between domain labels, in any script. */
const WEB_ADDRESS = /:\/\/|www\.|[\p{L}\p{N}][.。．｡]\p{L}{2}/iu

/**
 * True if the text contains a web address. Names are checked with it, because they appear in the subjects and headings
 * of emails to strangers.
 */
export const hasWebAddress = (text: string): boolean => WEB_ADDRESS.test(text)

export const NO_WEB_ADDRESS =
  'Web addresses aren’t allowed here. If this isn’t one, put a space after the dot.'

export const withoutWebAddresses = (text: string): string =>
  text
    .split(/\s+/)
    .filter((word) => !hasWebAddress(word))
    .join(' ')
    .trim()
