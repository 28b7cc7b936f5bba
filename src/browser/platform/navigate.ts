/** Opens a URL of this site, or an http(s) URL of the payment provider. The present URL is loaded again, also if it has a fragment. */
export function goTo(address: string): void {
  const url = new URL(address, window.location.href)
  if (url.hash !== '' && url.href === window.location.href) return window.location.reload()
  if (url.protocol === 'https:' || url.protocol === 'http:') window.location.assign(url.href)
}

export const reloadPage = (): void => window.location.reload()
