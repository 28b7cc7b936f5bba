import type { Site } from '#model/sites.ts'

/** A page's one address for the outside, under the name that its site is found by. Protocol and port are the front door's. */
export function pageAddress(request: { url: URL; locals: { site: Site } }, path: string): string {
  const { protocol, port } = request.url
  const { site } = request.locals
  const host = (site.kind === 'storefront' && site.canonicalHost) || site.host
  return new URL(path, `${protocol}//${host}${port ? `:${port}` : ''}`).href
}
