import type { IncomingMessage } from 'node:http'
import { EVENT_CODE_COOKIE } from '#contracts/platform/cookies.ts'
import type { PageTarget } from '#server/http/pages/page-target.ts'

/** A page that is the same for all visitors of a site. `query` lists the parameters that change its content. */
interface PublicPage {
  path: RegExp
  query: readonly string[]
  /** Parameter that makes the page personal, so that it isn't cached. */
  personal?: string
}

/** Event pages. They are personal for visitors who have entered an access code. */
export const EVENT_PAGE_PATH = /^\/events\/[a-z\d-]+$/

/** Pages that are cached, because they are the same for all visitors of a site. Other pages are rendered for each request. */
const PUBLIC_PAGES: readonly PublicPage[] = [
  { path: /^\/$/, query: ['q', 'from', 'to', 'place', 'category', 'price', 'when', 'cursor', 'link'] },
  { path: /^\/developers\/api$/, query: [] },
  { path: EVENT_PAGE_PATH, query: [], personal: 'code' },
  { path: /^\/legal\/[a-z]+$/, query: ['by', 'version'] },
  { path: /^\/(sell|status)$/, query: [] },
  { path: /^\/site\.css$/, query: ['v'] },
  { path: /^\/(robots\.txt|sitemap\.xml|manifest\.webmanifest)$/, query: [] },
]

const MAX_QUERY_LENGTH = 300

/**
 * Returns path and query with the parameters in a fixed order. Undefined for requests whose response isn't cached, among
 * them all of unknown hosts, because clients could fill the cache with pages of made-up hosts.
 */
export function publicPageKey(
  request: IncomingMessage,
  { site, path, query }: PageTarget,
): string | undefined {
  if (!isGetOrHead(request.method) || site.kind === 'unknown') return undefined
  const page = PUBLIC_PAGES.find((each) => each.path.test(path))
  if (!page || (page.path === EVENT_PAGE_PATH && hasEventCode(request))) return undefined
  if (query === '') return path
  const given = new URLSearchParams(query)
  if (page.personal !== undefined && given.has(page.personal)) return undefined
  return addressWith(path, page.query, given)
}

export const isGetOrHead = (method: string | undefined): boolean => method === 'GET' || method === 'HEAD'

const hasEventCode = ({ headers }: IncomingMessage): boolean =>
  headers.cookie?.includes(EVENT_CODE_COOKIE) ?? false

function addressWith(path: string, names: readonly string[], given: URLSearchParams): string | undefined {
  const kept = new URLSearchParams(
    names.flatMap((name) => {
      const value = given.get(name)
      return value ? [[name, value]] : []
    }),
  ).toString()
  if (kept === '') return path
  return kept.length <= MAX_QUERY_LENGTH ? `${path}?${kept}` : undefined
}
