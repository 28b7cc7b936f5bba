/** Leaves the page for an address of this site, or an http(s) address that the payment provider gave. */
export function goTo(address: string): void {
  const url = new URL(address, window.location.href)
  if (url.protocol === 'https:' || url.protocol === 'http:') window.location.assign(url.href)
}

/** Asks the server for this page anew. */
export const reloadPage = (): void => window.location.reload()
