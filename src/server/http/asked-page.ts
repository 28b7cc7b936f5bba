import type { IncomingMessage } from 'node:http'
import type { Site } from '#model/sites.ts'
import type { SiteIndex } from '../sites/site-index.ts'
import { resolveSite } from '../sites/resolve-site.ts'
import { readHost } from './host.ts'
import type { ClientFacts } from './security.ts'

/** What a request asks for, as the front door has understood it. */
export interface Asked {
  site: Site
  /** As the browser named it: a trusted proxy's word for it counts, and nobody else's. */
  hostHeader: string
  /** `https://tickets.example:8443`, as the browser sees it, spelled in one way only. */
  origin: string
  /** The same for public pages, which are kept: without the port, unless it is the one that Foyer listens on. Others are made up easily. */
  publicOrigin: string
  isHttps: boolean
  /** Decoded, and free of what no text of ours can hold. */
  path: string
  /** As it came, without the question mark. */
  query: string
}

/** Text that neither the database nor a URL can hold: U+0000, and halves of letters. */
const BROKEN_QUERY = /%(?:00|ed%[ab][\da-f])/i
/**
 * The same, with every control character and line break besides, for which no route is made; packed as often as anyone likes: whoever
 * reads a path may unpack it once more.
 */
const BROKEN_PATH =
  /%(?:25)*(?:[01][\da-f]|7f|c2%(?:25)*[89][\da-f]|e2%(?:25)*80%(?:25)*a[89]|ed%(?:25)*[ab][\da-f])/i

/** A host as requests name it, read once. */
interface NamedHost {
  host: string
  /** `:8443`; empty when none is named. */
  port: string
  httpOrigin: string
  httpsOrigin: string
}

/** Nobody has more hosts in use at once; whoever makes some up may push others out, and they are read anew. */
const REMEMBERED_HOSTS = 2000

/** Reads what a request asks for; undefined when host or address can't be read. */
export function createAskedReader(
  sites: SiteIndex,
): (request: IncomingMessage, client: Pick<ClientFacts, 'isHttps' | 'forwardedHost'>) => Asked | undefined {
  const hosts = new Map<string, NamedHost>()
  const nameHost = (header: string): NamedHost | undefined => {
    const known = hosts.get(header)
    if (known) return known
    const host = readHost(header)
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

/** Two are an attempt to be taken for somebody else by one of those who read them. Names and values take turns. */
function hasOneHost(rawHeaders: readonly string[]): boolean {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1
  }
  return count === 1
}

/** The path alone, decoded, and the query as it stands; undefined when they can't be read. */
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
