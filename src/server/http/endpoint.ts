import type { HttpBindings } from '@hono/node-server'
import type { Context as HonoContext } from 'hono'
import { getCookie } from 'hono/cookie'
import type * as z from 'zod/mini'
import type { DataOf, Endpoint, InputOf } from '#contracts/endpoint.ts'
import { fail, statusOf, type ErrorCode, type FieldError } from '#contracts/errors.ts'
import { succeed, type Result } from '#model/result.ts'
import { authenticate } from '../accounts/authenticate.ts'
import type { Context } from '../context.ts'
import { findCaller, type PromoterCaller } from '../promoters/find-caller.ts'
import { resolveSite } from '../sites/resolve-site.ts'
import type {
  AccountCall,
  Client,
  PromoterCall,
  UploadCall,
  UseCase,
  VisitorCall,
  WithCookies,
} from '../use-case.ts'
import { readHost } from './host.ts'
import { readBytes } from './read-bytes.ts'
import { cookieHeaders } from './set-cookies.ts'

/** What the front door hands on beside the request; without a door, as in tests, nothing. */
export type ApiBindings = Partial<HttpBindings> & { client?: Pick<Client, 'address' | 'origin'> | undefined }
export type ApiRequest = HonoContext<{ Bindings: ApiBindings }>

/** Binds a contract to its use case: who calls, parse, decide, envelope. Nothing that was not parsed gets past here. */
export const handle =
  <E extends Endpoint>(context: Context, contract: E, useCase: UseCase<E, VisitorCall>) =>
  async (request: ApiRequest): Promise<Response> => {
    const parsed = await parseInput(contract, request)
    if (!parsed.success) return envelope(parsed)
    const caller = readCaller(context, request)
    return answer(await useCase(context, { ...parsed.data, ...caller }), contract, caller.client)
  }

/**
 * The same for whoever is signed in. Who isn't learns nothing, not even what the input should be. Asked once the body has come:
 * it may take half a minute, and a session that ends meanwhile has ended for this call too.
 */
export const handleSignedIn =
  <E extends Endpoint>(context: Context, contract: E, useCase: UseCase<E, AccountCall>) =>
  async (request: ApiRequest): Promise<Response> => {
    const parsed = await parseInput(contract, request)
    const known = await knowAccount(context, request)
    if (!known.success) return envelope(known)
    if (!parsed.success) return envelope(parsed)
    return answer(await useCase(context, { ...parsed.data, ...known.data }), contract, known.data.client)
  }

/** The same for whoever acts for a promoter: a member or an API key, for what the contract's scope covers. */
export const handlePromoter =
  <E extends Endpoint>(context: Context, contract: E, useCase: UseCase<E, PromoterCall>) =>
  async (request: ApiRequest): Promise<Response> => {
    const parsed = await parseInput(contract, request)
    const known = await knowPromoter(context, request, contract)
    if (!known.success) return envelope(known)
    if (!parsed.success) return envelope(parsed)
    const own = contract.method === 'GET' ? atDesk(context) : context
    return answer(await useCase(own, { ...parsed.data, ...known.data }), contract, known.data.client)
  }

/** The same context, for what is only read, and may take long. */
export const atDesk = (context: Context): Context => ({ ...context, db: context.desk })

/** A file that is sent, and what is done with it. `know` says who sends it. */
interface Upload<E extends Endpoint, Known extends VisitorCall> {
  know: (context: Context, request: ApiRequest, contract: E) => Promise<Result<Known, ErrorCode>>
  useCase: UseCase<E, Known & UploadCall>
  mostBytes: number
}

/** For what is sent as a file: it is not read before it is known who sends it, and asked again once it has come. */
export const handleUpload =
  <E extends Endpoint, Known extends VisitorCall>(context: Context, contract: E, upload: Upload<E, Known>) =>
  async (request: ApiRequest): Promise<Response> => {
    const asked = await upload.know(context, request, contract)
    if (!asked.success) return envelope(asked)
    const parsed = await parseInput(contract, request)
    if (!parsed.success) return envelope(parsed)
    const bytes = await readBytes(request.req.raw, upload.mostBytes)
    if (!bytes) return envelope(fail('BODY_TOO_LARGE'))
    const known = await upload.know(context, request, contract)
    if (!known.success) return envelope(known)
    const result = await upload.useCase(context, { ...parsed.data, ...known.data, bytes })
    return answer(result, contract, known.data.client)
  }

/** Whoever is signed in. */
export async function knowAccount(
  context: Context,
  request: ApiRequest,
): Promise<Result<AccountCall, ErrorCode>> {
  const account = await authenticate(context, readBearer(request))
  return account.success ? succeed({ ...readCaller(context, request), account: account.data }) : account
}

/** Whoever acts for a promoter. A contract for promoters has a scope: the API refuses to start with one that hasn't. */
export async function knowPromoter(
  context: Context,
  request: ApiRequest,
  { scope }: Endpoint,
): Promise<Result<VisitorCall & PromoterCaller, ErrorCode>> {
  const call = readCaller(context, request)
  const asked = { ...call, bearer: call.client.bearer }
  const caller = scope ? await findCaller(context, asked, scope) : fail('FORBIDDEN')
  return caller.success ? succeed({ ...call, ...caller.data }) : caller
}

export function readBearer(request: ApiRequest): string | undefined {
  const [scheme, token] = request.req.header('authorization')?.split(' ') ?? []
  return scheme?.toLowerCase() === 'bearer' ? token : undefined
}

export const readCaller = (context: Context, request: ApiRequest): VisitorCall => {
  const host = request.req.header('host') ?? ''
  const { address, origin } = request.env?.client ?? { address: '127.0.0.1', origin: `http://${host}` }
  return {
    site: resolveSite(context.sites, readHost(host) ?? '', request.req.path),
    idempotencyKey: request.req.header('idempotency-key'),
    promoterUserId: request.req.header('x-promoter-user-id'),
    client: {
      address,
      origin,
      userAgent: request.req.header('user-agent')?.slice(0, 300) ?? '',
      cookies: getCookie(request),
      bearer: readBearer(request),
      purpose: request.req.header('sec-purpose') ?? request.req.header('purpose'),
    },
  }
}

type Input<E extends Endpoint> = InputOf<E>

async function parseInput<E extends Endpoint>(
  contract: E,
  request: ApiRequest,
): Promise<Result<Input<E>, ErrorCode>> {
  const body = contract.body ? await readJson(request) : undefined
  if (body === undefined && contract.body && !contract.body.safeParse(undefined).success)
    return fail('BAD_REQUEST')
  const given = { params: request.req.param(), query: request.req.query(), body }
  if (!isStorable(given)) return fail('BAD_REQUEST')
  const input: Record<string, unknown> = {}
  const errors: FieldError[] = []
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = contract[part]
    if (!schema) continue
    const parsed = schema.safeParse(given[part])
    if (parsed.success) input[part] = parsed.data
    else errors.push(...toFieldErrors(parsed.error))
  }
  // Each part was made by the contract's own schema for it.
  return errors.length > 0 ? fail('VALIDATION_ERROR', errors) : succeed(input as Input<E>)
}

const toFieldErrors = (error: z.core.$ZodError): FieldError[] =>
  error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message }))

/** Nothing that Foyer takes is nested deeper. */
const DEEPEST = 32

/**
 * Whether all of it can be stored: U+0000 and halves of letters are text to JSON, but the database knows none of them. Step by
 * step rather than by recursion: what is nested 100,000 deep must not break here either.
 */
function isStorable(value: unknown): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEEPEST || level.some(isBrokenText)) return false
    level = level.flatMap((each) =>
      typeof each === 'object' && each !== null ? Object.entries(each).flat() : [],
    )
  }
  return true
}

const isBrokenText = (value: unknown): boolean =>
  typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())

/** Undefined when the body is not JSON. */
async function readJson(request: ApiRequest): Promise<unknown> {
  try {
    return await request.req.json()
  } catch {
    return undefined
  }
}

/** The envelope, with the cookies that the use case sets and the headers that its refusal needs. */
export function answer<E extends Endpoint>(
  result: WithCookies<Result<DataOf<E>, ErrorCode>>,
  contract: E,
  client: Client,
): Response {
  const { cookies = [], ...told } = result
  const response = envelope<E>(told, contract)
  for (const header of cookieHeaders(cookies, client.origin)) response.headers.append('Set-Cookie', header)
  return response
}

/** `{success, data}` or `{success, error}` with a fitting status (specification §3). */
export function envelope<E extends Endpoint>(result: Result<DataOf<E>, ErrorCode>, contract?: E): Response {
  const keep = result.success && contract?.maxAgeSeconds
  const headers = { 'Cache-Control': keep ? `public, max-age=${keep}` : 'no-store' }
  if (!result.success) {
    const status = statusOf(result.error.code)
    return Response.json(result, { status, headers: { ...headers, ...retryAfter(result.error.details) } })
  }
  const { success, data, beside } = result
  return Response.json({ success, data, ...beside }, { status: contract?.status ?? 200, headers })
}

/** A limit says when to come again, to people in `details` and to programs in the header. */
const retryAfter = (details: unknown): Record<string, string> =>
  typeof details === 'object' && details !== null && 'retryAfterSeconds' in details
    ? { 'Retry-After': String(details.retryAfterSeconds) }
    : {}
