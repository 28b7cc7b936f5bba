const TOKEN = /^[\w-]{10,200}$/

/** Removes the token from the URL and keeps it in the history entry, so that it survives a reload. */
export function moveLinkTokenToHistory(): string | undefined {
  const given = window.location.hash.slice(1)
  if (TOKEN.test(given)) keep(given)
  const kept: unknown = window.history.state?.linkToken
  return typeof kept === 'string' ? kept : undefined
}

export const deleteLinkTokenFromHistory = (): void => keep(undefined)

function keep(linkToken: string | undefined): void {
  const { pathname, search } = window.location
  window.history.replaceState(linkToken ? { linkToken } : null, '', pathname + search)
}
