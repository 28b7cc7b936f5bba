import type * as z from 'zod/mini'
import {
  DEFAULT_MAX_BODY_BYTES,
  IDEMPOTENCY_KEY_LIMIT,
  type DataOf,
  type Endpoint,
  type InputOf,
} from '#contracts/endpoint.ts'
import { fail, retryAfterOf, statusOf, type ErrorCode, type FieldError } from '#contracts/errors.ts'
import { succeed, type Failure, type Result } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import type {
  AccountCall,
  Client,
  MemberCall,
  PromoterCall,
  UploadCall,
  UseCase,
  VisitorCall,
  WithCookies,
} from '#server/use-case.ts'
import {
  authenticateAccount,
  authenticateMember,
  authenticatePromoter,
  readBearer,
  readCaller,
  type ApiRequest,
} from '#server/http/callers.ts'
import { readBytes } from '#server/http/connections/read-bytes.ts'
import { cookieHeaders } from '#server/http/set-cookies.ts'
import { observed } from './observe-result.ts'
import { bodySchema } from './strict-body.ts'

/** Binds a contract to its use case: authenticate, validate, execute, envelope. Only validated input reaches use cases. */
export function handle<E extends Endpoint>(context: Context, contract: E, useCase: UseCase<E, VisitorCall>) {
  const parse = parserOf(contract)
  return async (request: ApiRequest): Promise<Response> => {
    const parsed = parse(request, await receiveBody(contract, request))
    if (!parsed.success) return envelope(parsed)
    const caller = readCaller(context, request)
    const call = { ...parsed.data, ...caller }
    return answer(
      observed(context, contract, { call, result: await useCase(context, call) }),
      contract,
      caller.client,
    )
  }
}

/** `handle` for signed-in accounts. */
export const handleSignedIn = <E extends Endpoint>(
  context: Context,
  contract: E,
  useCase: UseCase<E, AccountCall>,
) => handleKnown(context, contract, { know: authenticateAccount, useCase })

/** `handle` for members with the contract's permission. */
export const handleMember = <E extends Endpoint>(
  context: Context,
  contract: E,
  useCase: UseCase<E, MemberCall>,
) => handleKnown(context, contract, { know: authenticateMember, useCase })

/** `handle` for a promoter's members and API keys with the contract's scope. */
export const handlePromoter = <E extends Endpoint>(
  context: Context,
  contract: E,
  useCase: UseCase<E, PromoterCall>,
) =>
  handleKnown(contract.method === 'GET' ? withSlowReads(context) : context, contract, {
    know: authenticatePromoter,
    useCase,
  })

/** Authenticates the caller, or fails. */
type Know<E extends Endpoint, Known> = (
  context: Context,
  request: ApiRequest,
  contract: E,
) => Promise<Result<Known, ErrorCode>>

/**
 * Authenticates before validating, so that unauthenticated callers learn nothing about the input; without a token, the body isn't read.
 * Runs after the body has arrived, because that can take 30 seconds in which a session may end.
 */
function handleKnown<E extends Endpoint, Known extends VisitorCall>(
  context: Context,
  contract: E,
  { know, useCase }: { know: Know<E, Known>; useCase: UseCase<E, Known> },
) {
  const parse = parserOf(contract)
  return async (request: ApiRequest): Promise<Response> => {
    if (readBearer(request) === undefined) return envelope(fail('UNAUTHENTICATED'))
    const sent = await receiveBody(contract, request)
    const known = await know(context, request, contract)
    if (!known.success) return refuseUnknown(context, contract, { request, known })
    const parsed = parse(request, sent)
    if (!parsed.success) return envelope(parsed)
    const call = { ...parsed.data, ...known.data }
    const result = observed(context, contract, { call, result: await useCase(context, call) })
    return answer(result, contract, known.data.client)
  }
}

function refuseUnknown(
  context: Context,
  contract: Endpoint,
  { request, known }: { request: ApiRequest; known: Failure<ErrorCode> },
): Response {
  return envelope(observed(context, contract, { call: readCaller(context, request), result: known }))
}

/** Context for slow reads, with their own connections. */
export const withSlowReads = (context: Context): Context => ({ ...context, db: context.desk })

/** Handler of an uploaded file. `know` authenticates the sender. */
interface Upload<E extends Endpoint, Known extends VisitorCall> {
  know: Know<E, Known>
  useCase: UseCase<E, Known & UploadCall>
}

/** Authenticates before reading the file, and again after it has arrived. */
export function handleUpload<E extends Endpoint, Known extends VisitorCall>(
  context: Context,
  contract: E,
  { know, useCase }: Upload<E, Known>,
) {
  const parse = parserOf(contract)
  return async (request: ApiRequest): Promise<Response> => {
    const asked = await know(context, request, contract)
    if (!asked.success) return refuseUnknown(context, contract, { request, known: asked })
    const parsed = parse(request, succeed(undefined))
    if (!parsed.success) return envelope(parsed)
    const sent = await receiveBytes(contract, request)
    if (!sent.success) return envelope(sent)
    const known = await know(context, request, contract)
    if (!known.success) return envelope(known)
    const result = await useCase(context, { ...parsed.data, ...known.data, bytes: sent.data })
    return answer(result, contract, known.data.client)
  }
}

/** Reads an upload; BAD_REQUEST when it is incomplete. */
async function receiveBytes(
  contract: Endpoint,
  request: ApiRequest,
): Promise<Result<Buffer, 'BAD_REQUEST' | 'BODY_TOO_LARGE'>> {
  try {
    const bytes = await readBytes(request.req.raw, bodyLimit(contract))
    return bytes ? succeed(bytes) : fail('BODY_TOO_LARGE')
  } catch {
    return fail('BAD_REQUEST')
  }
}

const bodyLimit = ({ maxBodyBytes = DEFAULT_MAX_BODY_BYTES }: Endpoint): number => maxBodyBytes

/** Body of a request. Undefined when the contract has none or the body is incomplete. */
type Sent = Result<string | undefined, 'BODY_TOO_LARGE'>

const receiveBody = async (contract: Endpoint, request: ApiRequest): Promise<Sent> =>
  contract.body ? receiveText(contract, request) : succeed(undefined)

/**
 * Rejects bodies above the contract's limit without reading them. Node reads no more than the announced length, so only bodies without one
 * are measured while streaming, which is slower.
 */
export async function receiveText(contract: Endpoint, request: ApiRequest): Promise<Sent> {
  const most = bodyLimit(contract)
  const length = request.req.header('content-length')
  if (length !== undefined && Number(length) > most) return fail('BODY_TOO_LARGE')
  try {
    if (length !== undefined) return succeed(await request.req.text())
    const bytes = await readBytes(request.req.raw, most)
    return bytes ? succeed(bytes.toString()) : fail('BODY_TOO_LARGE')
  } catch {
    return succeed(undefined)
  }
}

/** Maximum number of validation errors in a response. */
const MOST_ERRORS = 50

type Input<E extends Endpoint> = InputOf<E>
type InputCode = 'BAD_REQUEST' | 'BODY_TOO_LARGE' | 'VALIDATION_ERROR'

function parserOf<E extends Endpoint>(contract: E) {
  const schemas = { params: contract.params, query: contract.query, body: bodySchema(contract) }
  const isOptional = contract.body?.safeParse(undefined).success ?? true
  return (request: ApiRequest, sent: Sent): Result<Input<E>, InputCode> => {
    if (!sent.success) return sent
    const body = readJson(sent.data)
    const given = { params: request.req.param(), query: request.req.query(), body }
    const isLeftOut = isOptional && !sent.data
    if ((body === undefined && !isLeftOut) || !isStorable(given)) return fail('BAD_REQUEST')
    const wrongKey = idempotencyKeyError(contract, request)
    return wrongKey ? fail('VALIDATION_ERROR', [wrongKey]) : parseParts<E>(schemas, given)
  }
}

function idempotencyKeyError({ idempotencyKey }: Endpoint, request: ApiRequest): FieldError | undefined {
  const key = request.req.header('idempotency-key') ?? ''
  const path = 'Idempotency-Key'
  if (idempotencyKey === 'required' && key === '') return { path, message: 'Send an Idempotency-Key header.' }
  return idempotencyKey && key.length > IDEMPOTENCY_KEY_LIMIT
    ? { path, message: `Use ${IDEMPOTENCY_KEY_LIMIT} characters at most.` }
    : undefined
}

function parseParts<E extends Endpoint>(
  schemas: Pick<Endpoint, (typeof PARTS)[number]>,
  given: Record<(typeof PARTS)[number], unknown>,
): Result<Input<E>, 'VALIDATION_ERROR'> {
  const input: Record<string, unknown> = {}
  const errors: FieldError[] = []
  for (const part of PARTS) {
    const parsed = schemas[part]?.safeParse(given[part])
    if (parsed?.success) input[part] = parsed.data
    else if (parsed) errors.push(...toFieldErrors(parsed.error))
  }
  // Each part was produced by the contract's schema.
  return errors.length > 0
    ? fail('VALIDATION_ERROR', errors.slice(0, MOST_ERRORS))
    : succeed(input as Input<E>)
}

const PARTS = ['params', 'query', 'body'] as const

export const toFieldErrors = (error: z.core.$ZodError): FieldError[] =>
  error.issues.flatMap((issue) => {
    const path = issue.path.join('.')
    return issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({
          path: [...issue.path, key].join('.').slice(0, 200),
          message: 'There is no such field here.',
        }))
      : [{ path, message: issue.message }]
  })

/** Maximum nesting of a JSON body. */
const DEEPEST = 32

/**
 * True when the database can store every string: no U+0000 and no lone surrogates. Iterative, so that extreme nesting can't overflow the
 * stack.
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
function readJson(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Response with envelope, the use case's cookies, and headers for its error. */
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

/** `{success, data}` or `{success, error}` with the matching status (specification §3). */
export function envelope<E extends Endpoint>(result: Result<DataOf<E>, ErrorCode>, contract?: E): Response {
  const keep = result.success && contract?.maxAgeSeconds
  const headers = { 'Cache-Control': keep ? `public, max-age=${keep}` : 'no-store' }
  if (!result.success) {
    const seconds = retryAfterOf(result)
    const retryAfter: Record<string, string> = seconds === undefined ? {} : { 'Retry-After': String(seconds) }
    return Response.json(result, {
      status: statusOf(result.error.code),
      headers: { ...headers, ...retryAfter },
    })
  }
  const { success, data, beside } = result
  return Response.json({ success, data, ...beside }, { status: contract?.status ?? 200, headers })
}
