import type { Site } from '#model/sites.ts'

/** A page's address for the outside, on the site's own host whatever the request said. Protocol and port are the front door's. */
export function pageAddress(request: { url: URL; locals: { site: Site } }, path: string): string {
  const { protocol, port } = request.url
  return new URL(path, `${protocol}//${request.locals.site.host}${port ? `:${port}` : ''}`).href
}
