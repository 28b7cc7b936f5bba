import type { Access, Endpoint } from '#contracts/platform/endpoint.ts'
import { fail, type ErrorCode } from '#contracts/platform/errors.ts'
import { succeed, type Failure, type Result } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import type { CallBy, UploadCall, UseCase } from '#server/use-case.ts'
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
import type { UploadEndpoint } from './bindings.ts'
import { logSecurityResult } from './log-security-result.ts'

/**
 * Creates the handler of a contract. It authenticates before it validates, so that unauthenticated callers learn nothing about
 * the input, runs the use case and wraps the result in the envelope. Use cases only receive validated input. Without a token,
 * the body isn't read. Authentication happens after the body has arrived, because that can take 30 seconds, in which a session
 * may end.
 */
export function createHandler<E extends Endpoint>(
  given: Context,
  contract: E,
  useCase: UseCase<E, CallBy[E['access']]>,
) {
  const context = isSlowRead(contract) ? withSlowReads(given) : given
  const know = authenticationBy<E['access']>(contract.access)
  const parse = requestParserOf(contract)
  return async (request: ApiRequest): Promise<Response> => {
    if (contract.access !== 'anyone' && readBearer(request) === undefined)
      return toEnvelope(fail('UNAUTHENTICATED'))
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

const isSlowRead = ({ access, method }: Endpoint): boolean =>
  method === 'GET' && (access === 'promoter' || access === 'operator')

type Know<Known> = (
  context: Context,
  request: ApiRequest,
  contract: Endpoint,
) => Promise<Result<Known, ErrorCode>>

const AUTHENTICATION: { [Who in Access]: Know<CallBy[Who]> } = {
  anyone: async (context, request) => succeed(readCaller(context, request)),
  account: authenticateAccount,
  member: authenticateMember,
  door: authenticateDoor,
  promoter: authenticatePromoter,
  operator: authenticateOperator,
  // The payment webhook verifies its signature itself.
  signature: async () => fail('UNAUTHENTICATED'),
}

const authenticationBy = <Who extends Access>(access: Who): Know<CallBy[Who]> => AUTHENTICATION[access]

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

/** Parts of a file upload. */
interface Upload<E extends UploadEndpoint> {
  limit: Limit
  useCase: UseCase<E, CallBy[E['access']] & UploadCall>
}

/**
 * Creates a handler that authenticates the caller and counts the request before it reads the file, and authenticates again
 * after the file has arrived.
 */
export function handleUpload<E extends UploadEndpoint>(
  context: Context,
  contract: E,
  { limit, useCase }: Upload<E>,
) {
  const know = authenticationBy<E['access']>(contract.access)
  const parse = requestParserOf(contract)
  return async (request: ApiRequest): Promise<Response> => {
    const before = await know(context, request, contract)
    if (!before.success) return refuseUnknown(context, contract, { request, known: before })
    const parsed = parse(request, succeed(undefined))
    if (!parsed.success) return toEnvelope(parsed)
    const limited = await context.limits.consume(limit, limitKeyOf(before.data))
    if (limited) return toEnvelope(limited)
    const sent = await receiveBytes(contract, request)
    if (!sent.success) return toEnvelope(sent)
    const known = await know(context, request, contract)
    if (!known.success) return toEnvelope(known)
    const result = await useCase(context, { ...parsed.data, ...known.data, bytes: sent.data })
    return toResponse(result, contract, known.data.client)
  }
}

const limitKeyOf = (known: CallBy[UploadEndpoint['access']]): string =>
  'account' in known ? known.account.id : known.promoterId
