/** Opens a URL of this site, or an http(s) URL of the payment provider. */
export function goTo(address: string): void {
  const url = new URL(address, window.location.href)
  if (url.protocol === 'https:' || url.protocol === 'http:') window.location.assign(url.href)
}

export const reloadPage = (): void => window.location.reload()
