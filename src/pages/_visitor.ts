import type { APIContext } from 'astro'
import { readCookies } from '#server/http/read-cookies.ts'
import type { Client, Visitor } from '#server/use-case.ts'

type Visit = Pick<APIContext, 'request' | 'locals' | 'url'>

/** Which links led this browser here, and who is signed in on it. */
export const readVisitor = ({ request, url }: Pick<Visit, 'request' | 'url'>): Visitor => ({
  cookies: readCookies(request.headers.get('cookie'), url.origin),
})

/** Who asks for a page, as the API knows who calls. Under `astro dev` there is no front door that saw the address. */
export const readClient = ({ request, locals, url }: Visit): Client => ({
  ...readVisitor({ request, url }),
  address: locals.address ?? '127.0.0.1',
  origin: url.origin,
  userAgent: request.headers.get('user-agent')?.slice(0, 300) ?? '',
  purpose: request.headers.get('sec-purpose') ?? request.headers.get('purpose') ?? undefined,
})
