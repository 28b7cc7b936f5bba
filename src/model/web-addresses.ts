/** A scheme, `www.`, or a dot between the parts of a domain name, in whatever script: mail programs make links of them. */
const WEB_ADDRESS = /:\/\/|www\.|[\p{L}\p{N}][.。．｡]\p{L}{2}/iu

/** For names, which are shown to strangers in subjects and headings of mails. */
export const hasWebAddress = (text: string): boolean => WEB_ADDRESS.test(text)

export const NO_WEB_ADDRESS = 'Leave out web addresses, and put a space after a dot.'

/** The text without its words that contain a web address. */
export const withoutWebAddresses = (text: string): string =>
  text
    .split(/\s+/)
    .filter((word) => !hasWebAddress(word))
    .join(' ')
    .trim()
