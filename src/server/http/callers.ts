import type { HttpBindings } from '@hono/node-server'
import type { Context as HonoContext } from 'hono'
import type { Endpoint } from '#contracts/platform/endpoint.ts'
import { fail } from '#contracts/platform/errors.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import { authenticate } from '#server/people/sessions/authenticate.ts'
import type { Context } from '#server/context.ts'
import { isOperator } from '#server/people/operators/operator-rows.ts'
import { findCaller } from '#server/people/promoters/find-caller.ts'
import type { PromoterCaller } from '#server/platform/audit/actor.ts'
import { resolveSite } from '#server/sites/hosts/resolve-site.ts'
import { findStaff } from '#server/people/members/find-staff.ts'
import { findDoorCaller } from '#server/sales/door/devices/find-door-caller.ts'
import type { AccountCall, Client, DoorCall, MemberCall, VisitorCall } from '#server/use-case.ts'
import { parseHostHeader } from '#server/sites/hosts/host.ts'
import { readCookies } from './read-cookies.ts'
import type { RequestRecord } from './monitoring/request-record.ts'

/** Data that the front door adds to a request. Missing where there is no front door, as in tests. */
export type ApiBindings = Partial<HttpBindings> & {
  client?: Pick<Client, 'address' | 'origin' | 'isForwarded'> | undefined
  record?: RequestRecord | undefined
}
export type ApiRequest = HonoContext<{ Bindings: ApiBindings }>

export async function authenticateAccount(
  context: Context,
  request: ApiRequest,
): Promise<Result<AccountCall, 'UNAUTHENTICATED'>> {
  const call = readCaller(context, request)
  const account = await authenticate(context, call.client)
  return account.success ? succeed({ ...call, account: account.data }) : account
}

/** Authenticates a member with the endpoint's permission. */
export async function authenticateMember(
  context: Context,
  request: ApiRequest,
  { permission }: Pick<Endpoint, 'permission'>,
): Promise<Result<MemberCall, 'UNAUTHENTICATED' | 'FORBIDDEN' | 'NOT_FOUND'>> {
  const known = await authenticateAccount(context, request)
  if (!known.success) return known
  const staff = permission ? await findStaff(context, known.data, permission) : fail('FORBIDDEN')
  if (!staff.success) return staff
  recordPromoter(request, staff.data)
  return succeed({ ...known.data, staff: staff.data })
}

/** Authenticates a member or a paired device, which must have the right at the door that the endpoint requires. */
export async function authenticateDoor(
  context: Context,
  request: ApiRequest,
  { right }: Pick<Endpoint, 'right'>,
): Promise<
  Result<DoorCall, 'UNAUTHENTICATED' | 'FORBIDDEN' | 'NOT_FOUND' | 'DEVICE_REVOKED' | 'DEVICE_ENDED'>
> {
  const call = readCaller(context, request)
  const caller = right ? await findDoorCaller(context, call, right) : fail('FORBIDDEN')
  if (!caller.success) return caller
  recordPromoter(request, caller.data)
  return succeed({ ...call, door: caller.data })
}

/** Authenticates an operator: on the main site only, in a session with a second factor. */
export async function authenticateOperator(
  context: Context,
  request: ApiRequest,
): Promise<Result<AccountCall, 'UNAUTHENTICATED' | 'FORBIDDEN'>> {
  const known = await authenticateAccount(context, request)
  if (!known.success) return known
  const { account, site } = known.data
  const isAllowed =
    site.kind === 'main' && account.hasSecondFactor && (await isOperator(context.db, account.id))
  return isAllowed ? known : fail('FORBIDDEN')
}

/** Authenticates a member or an API key with the endpoint's scope. */
export async function authenticatePromoter(
  context: Context,
  request: ApiRequest,
  { scope, method }: Endpoint,
): Promise<Result<VisitorCall & PromoterCaller, 'UNAUTHENTICATED' | 'FORBIDDEN' | 'RATE_LIMITED'>> {
  const call = readCaller(context, request)
  const requested = { ...call, isDeletion: method === 'DELETE' }
  const caller = scope ? await findCaller(context, requested, scope) : fail('FORBIDDEN')
  if (!caller.success) return caller
  recordPromoter(request, caller.data)
  return succeed({ ...call, ...caller.data })
}

/** Adds the promoter to the request's record. On the main site, only the caller determines it. */
function recordPromoter(request: ApiRequest, { promoterId }: { promoterId: string }): void {
  const record = request.env?.record
  if (record) record.promoterId = promoterId
}

export function readBearer(request: ApiRequest): string | undefined {
  const [scheme, token] = request.req.header('authorization')?.split(' ') ?? []
  return scheme?.toLowerCase() === 'bearer' ? token : undefined
}

export const readCaller = (context: Context, request: ApiRequest): VisitorCall => {
  const host = request.req.header('host') ?? ''
  const { address, origin, isForwarded } = request.env?.client ?? {
    address: '127.0.0.1',
    origin: `http://${host}`,
  }
  return {
    site: resolveSite(context.sites, parseHostHeader(host) ?? '', request.req.path),
    idempotencyKey: request.req.header('idempotency-key'),
    promoterUserId: request.req.header('x-promoter-user-id'),
    client: {
      address,
      origin,
      isForwarded,
      userAgent: request.req.header('user-agent')?.slice(0, 300) ?? '',
      cookies: readCookies(request.req.header('cookie'), origin),
      bearer: readBearer(request),
      purpose: request.req.header('sec-purpose') ?? request.req.header('purpose'),
    },
  }
}
