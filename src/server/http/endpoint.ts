import type * as z from 'zod/mini'
import { DEFAULT_MAX_BODY_BYTES, type DataOf, type Endpoint, type InputOf } from '#contracts/endpoint.ts'
import { fail, retryAfterOf, statusOf, type ErrorCode, type FieldError } from '#contracts/errors.ts'
import { succeed, type Failure, type Result } from '#model/result.ts'
import type { Context } from '../context.ts'
import type {
  AccountCall,
  Client,
  MemberCall,
  PromoterCall,
  UploadCall,
  UseCase,
  VisitorCall,
  WithCookies,
} from '../use-case.ts'
import { knowAccount, knowMember, knowPromoter, readBearer, readCaller, type ApiRequest } from './callers.ts'
import { readBytes } from './read-bytes.ts'
import { cookieHeaders } from './set-cookies.ts'
import { observed } from './observe-result.ts'
import { bodySchema } from './strict-body.ts'

/** Binds a contract to its use case: who calls, parse, decide, envelope. Nothing that was not parsed gets past here. */
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

/** The same for whoever is signed in. */
export const handleSignedIn = <E extends Endpoint>(
  context: Context,
  contract: E,
  useCase: UseCase<E, AccountCall>,
) => handleKnown(context, contract, { know: knowAccount, useCase })

/** The same for members with the contract's permission. */
export const handleMember = <E extends Endpoint>(
  context: Context,
  contract: E,
  useCase: UseCase<E, MemberCall>,
) => handleKnown(context, contract, { know: knowMember, useCase })

/** The same for whoever acts for a promoter: a member or an API key, for what the contract's scope covers. */
export const handlePromoter = <E extends Endpoint>(
  context: Context,
  contract: E,
  useCase: UseCase<E, PromoterCall>,
) =>
  handleKnown(contract.method === 'GET' ? atDesk(context) : context, contract, {
    know: knowPromoter,
    useCase,
  })

/** Who calls, or why that is nobody. */
type Know<E extends Endpoint, Known> = (
  context: Context,
  request: ApiRequest,
  contract: E,
) => Promise<Result<Known, ErrorCode>>

/**
 * Who isn't known learns nothing, not even what the input should be, and what they have sent is not looked into: without a token it
 * is not even read. Asked once the body has come: it may take half a minute, and a session that ends meanwhile has ended for this
 * call too.
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

/** The same context, for what is only read, and may take long. */
export const atDesk = (context: Context): Context => ({ ...context, db: context.desk })

/** What is done with a file that is sent. `know` says who sends it. */
interface Upload<E extends Endpoint, Known extends VisitorCall> {
  know: Know<E, Known>
  useCase: UseCase<E, Known & UploadCall>
}

/** For what is sent as a file: it is not read before it is known who sends it, and asked again once it has come. */
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

/** An upload; BAD_REQUEST for one that ends before its end, which its client will hardly read. */
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

/** A body as it came. Undefined for a contract that has none, and for one that did not come as a whole. */
type Sent = Result<string | undefined, 'BODY_TOO_LARGE'>

const receiveBody = async (contract: Endpoint, request: ApiRequest): Promise<Sent> =>
  contract.body ? receiveText(contract, request) : succeed(undefined)

/**
 * What is larger than the contract takes is not read. Node reads no more than the length that was announced: only a body without
 * one is measured while it streams, which costs.
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

/** Names that are wrong are told up to here: who sends more has not read the first. */
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
    return parseParts<E>(schemas, given)
  }
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
  // Each part was made by the contract's own schema for it.
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
function readJson(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text)
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
