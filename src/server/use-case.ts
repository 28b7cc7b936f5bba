import type { Access, CodeOf, DataOf, Endpoint, InputOf } from '#contracts/platform/endpoint.ts'
import type { Result } from '#model/platform/result.ts'
import type { Site } from '#model/sites/sites.ts'
import type { Context } from './context.ts'
import type { PromoterCaller } from '#server/platform/audit/actor.ts'
import type { DoorCaller } from '#server/sales/door/devices/find-door-caller.ts'
import type { Staff } from '#server/people/members/find-staff.ts'

/** The signed-in account. It is read from the database on every call, so that a revoked session ends at once. */
export interface SignedIn {
  id: string
  sessionId: string
  email: string
  isEmailVerified: boolean
  hasSecondFactor: boolean
}

export interface Caller {
  site: Site
  idempotencyKey?: string | undefined
  /** `X-Promoter-User-Id` header: id of the promoter that the call is about, if the host doesn't determine it. */
  promoterUserId?: string | undefined
}

export interface Client {
  address: string
  /** True when a proxy has forwarded the request. */
  isForwarded?: boolean | undefined
  /** Origin as the browser sees it. Links in emails begin with it. */
  origin: string
  userAgent: string
  cookies: Readonly<Record<string, string>>
  /** Access token, not verified yet. */
  bearer?: string | undefined
  /** `Sec-Purpose` header of speculative requests: `prefetch`, `prerender`. */
  purpose?: string | undefined
}

/** Data about the client for attribution, authentication and rate limits. */
export type Visitor = Pick<Client, 'origin' | 'cookies' | 'bearer'> & Partial<Pick<Client, 'address'>>

/** A cookie to set; without a value, it is deleted. SameSite=Lax, and HttpOnly unless `isReadable`. */
export interface SetCookie {
  name: string
  value?: string
  maxAgeSeconds?: number
  isReadable?: boolean
}

export type WithCookies<R> = R & { cookies?: readonly SetCookie[] }

/** Signature of all use cases. Pages call them directly; the API binds them to contracts. `Who` is what is known of the caller. */
export type UseCase<E extends Endpoint, Who = Caller> = (
  context: Context,
  call: InputOf<E> & Who,
) => Promise<WithCookies<Result<DataOf<E>, CodeOf<E>>>>

export type VisitorCall = Caller & { client: Client }

/** A call with a file as its body, within the binding's limit. */
export interface UploadCall {
  bytes: Buffer
}

export type AccountCall = VisitorCall & { account: SignedIn }

export type MemberCall = AccountCall & { staff: Staff }

export type DoorCall = VisitorCall & { door: DoorCaller }

export type PromoterCall = VisitorCall & PromoterCaller

/** Calls of an endpoint, by the callers that it accepts. */
export interface CallBy extends Record<Access, VisitorCall> {
  account: AccountCall
  member: MemberCall
  door: DoorCall
  promoter: PromoterCall
  operator: AccountCall
}
