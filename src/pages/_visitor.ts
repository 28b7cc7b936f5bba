import type { APIContext } from 'astro'
import { SESSION_COOKIES } from '#contracts/platform/cookies.ts'
import { readCookies } from '#server/http/read-cookies.ts'
import type { Client, Visitor } from '#server/use-case.ts'

type Visit = Pick<APIContext, 'request' | 'locals' | 'url'>

/** Origin, attribution links and session of a page request. */
export const readVisitor = ({ request, url }: Pick<Visit, 'request' | 'url'>): Visitor => ({
  origin: url.origin,
  cookies: readCookies(request.headers.get('cookie'), url.origin),
})

/** Returns the same data as `readVisitor`, and the access token from its cookie. */
export function readSignedInVisitor(visit: Pick<Visit, 'request' | 'url'>): Visitor {
  const visitor = readVisitor(visit)
  return { ...visitor, bearer: visitor.cookies[SESSION_COOKIES.access] }
}

/**
 * Returns the same data as `readVisitor`, and the client's IP address, as for the API. Under `astro dev`, the address
 * is unknown.
 */
export const readClient = ({ request, locals, url }: Visit): Client => ({
  ...readVisitor({ request, url }),
  address: locals.address ?? '127.0.0.1',
  userAgent: request.headers.get('user-agent')?.slice(0, 300) ?? '',
  purpose: request.headers.get('sec-purpose') ?? request.headers.get('purpose') ?? undefined,
})
