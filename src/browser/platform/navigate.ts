/** Opens a URL of this site, or an http(s) URL of the payment provider. Reloads the page if it is the current URL with a fragment. */
export function goTo(target: string): void {
  const url = new URL(target, window.location.href)
  if (url.hash !== '' && url.href === window.location.href) return window.location.reload()
  if (url.protocol === 'https:' || url.protocol === 'http:') window.location.assign(url.href)
}

export const reloadPage = (): void => window.location.reload()
