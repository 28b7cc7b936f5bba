/** What a mail's link carries behind the #. */
const TOKEN = /^[\w-]{10,200}$/

/**
 * The token of the link that opened this page, taken out of the address: from then on it is kept with this entry of the tab's
 * history, so that a reload still has it.
 */
export function takeLinkToken(): string | undefined {
  const given = window.location.hash.slice(1)
  if (TOKEN.test(given)) keep(given)
  const kept: unknown = window.history.state?.linkToken
  return typeof kept === 'string' ? kept : undefined
}

/** It was used, or is of no use. */
export const forgetLinkToken = (): void => keep(undefined)

function keep(linkToken: string | undefined): void {
  const { pathname, search } = window.location
  window.history.replaceState(linkToken ? { linkToken } : null, '', pathname + search)
}
