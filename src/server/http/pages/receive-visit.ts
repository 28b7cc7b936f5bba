import type { IncomingMessage, ServerResponse } from 'node:http'
import { mergeVisits } from '#model/sales/tracking/tracking.ts'
import { isInSiteScope, siteScopeOf } from '#model/sites/sites.ts'
import type { Context } from '#server/context.ts'
import { followLink } from '#server/sales/attribution/follow-link.ts'
import type { Client, SetCookie } from '#server/use-case.ts'
import type { PageTarget } from './page-target.ts'
import { VISIT_PARAMETER, withoutVisitParameter } from '#server/sales/attribution/visit-parameter.ts'
import { isPagePath } from './redirect-to-canonical.ts'
import { readCookies } from '#server/http/read-cookies.ts'
import { cookieHeaders } from '#server/http/set-cookies.ts'

/** Maximum time in milliseconds by which recording a visit delays the page. */
const PATIENCE_MS = 500

const MARKED = new RegExp(`(?:^|&)(?:ref|${VISIT_PARAMETER})=`)

/** True if a page is requested with tracking parameters. Requests from embedded frames aren't visits. */
export const isTrackedVisit = (request: IncomingMessage, { site, path, query }: PageTarget): boolean =>
  query !== '' &&
  MARKED.test(query) &&
  request.method === 'GET' &&
  site.kind !== 'unknown' &&
  isPagePath(path) &&
  (request.headers['sec-fetch-dest'] ?? 'document') === 'document'

/**
 * Records a visit with `ref` before any script runs, and sets its cookie on the response. If another host of the site has
 * passed the visit on in a query parameter, redirects to the URL without it and returns true; otherwise returns false, and the
 * page is rendered.
 */
export async function receiveVisit(
  context: Context,
  exchange: { request: IncomingMessage; response: ServerResponse },
  arrival: { target: PageTarget; address: string },
): Promise<boolean> {
  const { request, response } = exchange
  const { target } = arrival
  const query = new URLSearchParams(target.query)
  const client = toClient(request, arrival)
  const carried = query.get(VISIT_PARAMETER)
  if (carried !== null) {
    setCookie(response, receiveCarried(context, { client, target, carried }), target)
    const Location = target.origin + withoutVisitParameter(request.url ?? '/')
    response.writeHead(303, { Location, 'Cache-Control': 'no-store' }).end()
    return true
  }
  setCookie(response, await follow(context, { client, target, reference: query.get('ref') ?? '' }), target)
  return false
}

function toClient(
  { headers }: IncomingMessage,
  { target, address }: { target: PageTarget; address: string },
): Client {
  const purpose = [headers['sec-purpose'] ?? headers['purpose'] ?? []].flat().join(', ')
  return {
    address,
    origin: target.origin,
    userAgent: headers['user-agent']?.slice(0, 300) ?? '',
    cookies: readCookies(headers.cookie, target.origin),
    purpose,
  }
}

function receiveCarried(
  { tracking, clock }: Context,
  { client, target, carried }: { client: Client; target: PageTarget; carried: string },
): SetCookie | undefined {
  const now = clock.now()
  const scope = siteScopeOf(target.site)
  const visits = tracking
    .readParameter(carried, { host: target.site.host, now })
    .filter(({ promoterId }) => isInSiteScope(scope, promoterId))
  if (visits.length === 0) return undefined
  return tracking.toCookie(mergeVisits([...visits, ...tracking.readCookie(client, now)], now), now)
}

/**
 * Records the visit. On an error or timeout, the page is served nevertheless, and its script reports the visit again.
 */
async function follow(
  context: Context,
  visit: { client: Client; target: PageTarget; reference: string },
): Promise<SetCookie | undefined> {
  const { client, target, reference } = visit
  const late = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => late.resolve(undefined), PATIENCE_MS)
  const followed = followLink(context, { site: target.site, client, reference }).catch((error: unknown) => {
    context.log.warn({ err: error }, 'A visit through a link was not counted')
  })
  const first = await Promise.race([followed, late.promise])
  clearTimeout(timer)
  return first?.cookie
}

function setCookie(response: ServerResponse, cookie: SetCookie | undefined, { origin }: PageTarget): void {
  if (cookie) response.setHeader('Set-Cookie', cookieHeaders([cookie], origin))
}
