import type { Site } from '#model/sites/sites.ts'

/** Canonical URL of a page on the site's primary host. It has the request's protocol and port. */
export function pageUrl(request: { url: URL; locals: { site: Site } }, path: string): string {
  const { protocol, port } = request.url
  const { site } = request.locals
  const host = (site.kind === 'storefront' && site.canonicalHost) || site.host
  return new URL(path, `${protocol}//${host}${port ? `:${port}` : ''}`).href
}
