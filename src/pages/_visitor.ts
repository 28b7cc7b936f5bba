import type { APIContext } from 'astro'
import { SESSION_COOKIES } from '#contracts/cookies.ts'
import { readCookies } from '#server/http/read-cookies.ts'
import type { Client, Visitor } from '#server/use-case.ts'

type Visit = Pick<APIContext, 'request' | 'locals' | 'url'>

/** Which links led this browser here, and who is signed in on it. */
export const readVisitor = ({ request, url }: Pick<Visit, 'request' | 'url'>): Visitor => ({
  origin: url.origin,
  cookies: readCookies(request.headers.get('cookie'), url.origin),
})

/** The same with the access token that pages may believe, from its cookie. */
export function readSignedIn(visit: Pick<Visit, 'request' | 'url'>): Visitor {
  const visitor = readVisitor(visit)
  return { ...visitor, bearer: visitor.cookies[SESSION_COOKIES.access] }
}

/** Who asks for a page, as the API knows who calls. Under `astro dev` there is no front door that saw the address. */
export const readClient = ({ request, locals, url }: Visit): Client => ({
  ...readVisitor({ request, url }),
  address: locals.address ?? '127.0.0.1',
  userAgent: request.headers.get('user-agent')?.slice(0, 300) ?? '',
  purpose: request.headers.get('sec-purpose') ?? request.headers.get('purpose') ?? undefined,
})
