import type { Endpoint } from '#contracts/platform/endpoint.ts'
import { fail, type ErrorCode } from '#contracts/platform/errors.ts'
import { succeed, type Failure, type Result } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import type {
  AccountCall,
  DoorCall,
  MemberCall,
  PromoterCall,
  UploadCall,
  UseCase,
  VisitorCall,
} from '#server/use-case.ts'
import type { Limit } from '#server/platform/limits/rate-limits.ts'
import {
  authenticateAccount,
  authenticateDoor,
  authenticateMember,
  authenticateOperator,
  authenticatePromoter,
  readBearer,
  readCaller,
  type ApiRequest,
} from '#server/http/callers.ts'
import { toResponse, toEnvelope } from '#server/http/envelope.ts'
import { requestParserOf, receiveBody, receiveBytes } from '#server/http/parse-request.ts'
import { logSecurityResult } from './log-security-result.ts'

/**
 * Creates the handler of a contract. It authenticates, validates the input, runs the use case and wraps the result in the
 * envelope. Use cases only receive validated input.
 */
export function handleVisitor<E extends Endpoint>(
  context: Context,
  contract: E,
  useCase: UseCase<E, VisitorCall>,
) {
  const parse = requestParserOf(contract)
  return async (request: ApiRequest): Promise<Response> => {
    const parsed = parse(request, await receiveBody(contract, request))
    if (!parsed.success) return toEnvelope(parsed)
    const caller = readCaller(context, request)
    const call = { ...parsed.data, ...caller }
    return toResponse(
      logSecurityResult(context, contract, { call, result: await useCase(context, call) }),
      contract,
      caller.client,
    )
  }
}

export const handleSignedIn = <E extends Endpoint>(
  context: Context,
  contract: E,
  useCase: UseCase<E, AccountCall>,
) => handleKnown(context, contract, { know: authenticateAccount, useCase })

export const handleMember = <E extends Endpoint>(
  context: Context,
  contract: E,
  useCase: UseCase<E, MemberCall>,
) => handleKnown(context, contract, { know: authenticateMember, useCase })

export const handleDoor = <E extends Endpoint>(
  context: Context,
  contract: E,
  useCase: UseCase<E, DoorCall>,
) => handleKnown(context, contract, { know: authenticateDoor, useCase })

export const handlePromoter = <E extends Endpoint>(
  context: Context,
  contract: E,
  useCase: UseCase<E, PromoterCall>,
) =>
  handleKnown(contract.method === 'GET' ? withSlowReads(context) : context, contract, {
    know: authenticatePromoter,
    useCase,
  })

export const handleOperator = <E extends Endpoint>(
  context: Context,
  contract: E,
  useCase: UseCase<E, AccountCall>,
) =>
  handleKnown(contract.method === 'GET' ? withSlowReads(context) : context, contract, {
    know: authenticateOperator,
    useCase,
  })

type Know<E extends Endpoint, Known> = (
  context: Context,
  request: ApiRequest,
  contract: E,
) => Promise<Result<Known, ErrorCode>>

/**
 * Creates a handler that authenticates before it validates, so that unauthenticated callers learn nothing about the input.
 * Without a token, the body isn't read. Authentication happens after the body has arrived, because that can take 30 seconds,
 * in which a session may end.
 */
function handleKnown<E extends Endpoint, Known extends VisitorCall>(
  context: Context,
  contract: E,
  { know, useCase }: { know: Know<E, Known>; useCase: UseCase<E, Known> },
) {
  const parse = requestParserOf(contract)
  return async (request: ApiRequest): Promise<Response> => {
    if (readBearer(request) === undefined) return toEnvelope(fail('UNAUTHENTICATED'))
    const sent = await receiveBody(contract, request)
    const known = await know(context, request, contract)
    if (!known.success) return refuseUnknown(context, contract, { request, known })
    const parsed = parse(request, sent)
    if (!parsed.success) return toEnvelope(parsed)
    const call = { ...parsed.data, ...known.data }
    const result = logSecurityResult(context, contract, { call, result: await useCase(context, call) })
    return toResponse(result, contract, known.data.client)
  }
}

function refuseUnknown(
  context: Context,
  contract: Endpoint,
  { request, known }: { request: ApiRequest; known: Failure<ErrorCode> },
): Response {
  return toEnvelope(
    logSecurityResult(context, contract, { call: readCaller(context, request), result: known }),
  )
}

export const withSlowReads = (context: Context): Context => ({ ...context, db: context.slowReads })

/** Parts of a file upload. `know` authenticates the caller, `keyOf` returns the key of the rate limit. */
interface Upload<E extends Endpoint, Known extends VisitorCall> {
  know: Know<E, Known>
  limit: Limit
  keyOf: (known: Known) => string
  useCase: UseCase<E, Known & UploadCall>
}

/**
 * Creates a handler that authenticates the caller and counts the request before it reads the file, and authenticates again
 * after the file has arrived.
 */
export function handleUpload<E extends Endpoint, Known extends VisitorCall>(
  context: Context,
  contract: E,
  { know, limit, keyOf, useCase }: Upload<E, Known>,
) {
  const parse = requestParserOf(contract)
  return async (request: ApiRequest): Promise<Response> => {
    const before = await know(context, request, contract)
    if (!before.success) return refuseUnknown(context, contract, { request, known: before })
    const parsed = parse(request, succeed(undefined))
    if (!parsed.success) return toEnvelope(parsed)
    const limited = await context.limits.consume(limit, keyOf(before.data))
    if (limited) return toEnvelope(limited)
    const sent = await receiveBytes(contract, request)
    if (!sent.success) return toEnvelope(sent)
    const known = await know(context, request, contract)
    if (!known.success) return toEnvelope(known)
    const result = await useCase(context, { ...parsed.data, ...known.data, bytes: sent.data })
    return toResponse(result, contract, known.data.client)
  }
}
