import type { CodeOf, DataOf, Endpoint, InputOf } from '#contracts/endpoint.ts'
import type { Result } from '#model/result.ts'
import type { Site } from '#model/sites.ts'
import type { SignedIn } from './accounts/authenticate.ts'
import type { Context } from './context.ts'
import type { PromoterCaller } from './audit/actor.ts'
import type { Staff } from './staff/find-staff.ts'

/** What every call knows besides its own input. */
export interface Caller {
  site: Site
  /** Value of the `Idempotency-Key` header, where there is one. */
  idempotencyKey?: string | undefined
  /** Value of the `X-Promoter-User-Id` header: which promoter the caller means, where the host doesn't say. */
  promoterUserId?: string | undefined
}

/** Who calls, as the front door saw it. */
export interface Client {
  address: string
  /** Scheme, host and port that the browser sees: links in e-mails begin with it. */
  origin: string
  userAgent: string
  cookies: Readonly<Record<string, string>>
  /** The access token that came along, not yet believed. */
  bearer?: string | undefined
  /** Why the browser asks, when nobody has come yet: `prefetch`, `prerender`. */
  purpose?: string | undefined
}

/** As much of a client as says which links led it here, who is signed in, and what its limits are counted for. */
export type Visitor = Pick<Client, 'origin' | 'cookies' | 'bearer'> & Partial<Pick<Client, 'address'>>

/** A cookie to set; without a value it is taken away. All are SameSite=Lax, and HttpOnly unless scripts may read them. */
export interface SetCookie {
  name: string
  value?: string
  maxAgeSeconds?: number
  isReadable?: boolean
}

/** A result that sets cookies, whether it succeeded or not. */
export type WithCookies<R> = R & { cookies?: readonly SetCookie[] }

/** One shape for everything that Foyer does on request: pages call it directly, the API binds it to its contract. */
export type UseCase<E extends Endpoint, Known = Caller> = (
  context: Context,
  call: InputOf<E> & Known,
) => Promise<WithCookies<Result<DataOf<E>, CodeOf<E>>>>

/** For whoever is there: it wants to know from where, to limit or to remember it. */
export type VisitorCall = Caller & { client: Client }

/** For contracts that take a file: the body as it came, no larger than the binding allows. */
export interface UploadCall {
  bytes: Buffer
}

/** For contracts of access `account`. */
export type AccountCall = VisitorCall & { account: SignedIn }

/** For contracts of access `member`: as whose member. */
export type MemberCall = AccountCall & { staff: Staff }

/** For contracts of access `promoter`: on whose behalf, and who it is. */
export type PromoterCall = VisitorCall & PromoterCaller
