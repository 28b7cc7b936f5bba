import type { IncomingMessage } from 'node:http'
import type { Site } from '#model/sites/sites.ts'
import type { SiteIndex } from '#server/sites/hosts/site-index.ts'
import { resolveSite } from '#server/sites/hosts/resolve-site.ts'
import { parseHostHeader } from '#server/sites/hosts/host.ts'
import type { ClientConnection } from '#server/http/security.ts'

export interface PageTarget {
  site: Site
  /** Host as the browser sees it. Forwarded headers count only if they come from a trusted proxy. */
  hostHeader: string
  /** Normalised origin as the browser sees it, such as `https://tickets.example:8443`. */
  origin: string
  /** Origin for cached public pages. Includes a port only if Foyer listens on it, because clients can send any port. */
  publicOrigin: string
  isHttps: boolean
  /** Decoded path. Contains only characters that can be stored. */
  path: string
  query: string
}

/** Matches characters that neither the database nor a URL can contain: U+0000 and lone surrogates. */
const BROKEN_QUERY = /%(?:00|ed%[ab][\da-f])/i
/**
 * Matches the characters of `BROKEN_QUERY`, control characters and line breaks, percent-encoded any number of times,
 * because later code may decode the path again.
 */
const BROKEN_PATH =
  /%(?:25)*(?:[01][\da-f]|7f|c2%(?:25)*[89][\da-f]|e2%(?:25)*80%(?:25)*a[89]|ed%(?:25)*[ab][\da-f])/i

interface NamedHost {
  host: string
  port: string
  httpOrigin: string
  httpsOrigin: string
}

/** Size of the cache of parsed hosts. Made-up hosts can evict real ones, which are then parsed again. */
const REMEMBERED_HOSTS = 2000

/** Creates a function that parses a request. Its result is undefined if the host or URL is malformed. */
export function createTargetReader(
  sites: SiteIndex,
): (
  request: IncomingMessage,
  client: Pick<ClientConnection, 'isHttps' | 'forwardedHost'>,
) => PageTarget | undefined {
  const hosts = new Map<string, NamedHost>()
  const nameHost = (header: string): NamedHost | undefined => {
    const known = hosts.get(header)
    if (known) return known
    const host = parseHostHeader(header)
    if (host === undefined) return undefined
    const port = /:\d+$/.exec(header)?.[0] ?? ''
    const named = {
      host,
      port,
      httpOrigin: `http://${host}${port === ':80' ? '' : port}`,
      httpsOrigin: `https://${host}${port === ':443' ? '' : port}`,
    }
    if (hosts.size >= REMEMBERED_HOSTS) hosts.clear()
    hosts.set(header, named)
    return named
  }
  return (request, { isHttps, forwardedHost }) => {
    const header = forwardedHost ?? request.headers.host
    if (header === undefined || !hasOneHost(request.rawHeaders)) return undefined
    const named = nameHost(header)
    const address = readAddress(request.url)
    if (!named || !address) return undefined
    const origin = isHttps ? named.httpsOrigin : named.httpOrigin
    const isPublicPort = named.port === '' || named.port === `:${request.socket.localPort}`
    return {
      site: resolveSite(sites, named.host, address.path),
      hostHeader: header,
      origin,
      publicOrigin: isPublicPort ? origin : `${isHttps ? 'https' : 'http'}://${named.host}`,
      isHttps,
      path: address.path,
      query: address.query,
    }
  }
}

/**
 * Returns false for a request with several Host headers, which enable request smuggling. `rawHeaders` contains names and
 * values in turn.
 */
function hasOneHost(rawHeaders: readonly string[]): boolean {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1
  }
  return count === 1
}

function readAddress(url: string | undefined): { path: string; query: string } | undefined {
  if (!url?.startsWith('/')) return undefined
  const mark = url.indexOf('?')
  const path = mark < 0 ? url : url.slice(0, mark)
  const query = mark < 0 ? '' : url.slice(mark + 1)
  if (!path.includes('%')) return BROKEN_QUERY.test(query) ? undefined : { path, query }
  if (BROKEN_PATH.test(path) || BROKEN_QUERY.test(query)) return undefined
  try {
    return { path: decodeURIComponent(path), query }
  } catch {
    return undefined
  }
}
