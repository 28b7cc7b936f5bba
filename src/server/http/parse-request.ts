import type * as z from 'zod/mini'
import {
  DEFAULT_MAX_BODY_BYTES,
  IDEMPOTENCY_KEY_LIMIT,
  type Endpoint,
  type InputOf,
} from '#contracts/platform/endpoint.ts'
import { fail, type FieldError } from '#contracts/platform/errors.ts'
import { succeed, type Failure, type Result } from '#model/platform/result.ts'
import { fieldMessage } from './field-messages.ts'
import { bodySchema } from './strict-body.ts'
import type { ApiRequest } from './callers.ts'
import { readBytes } from './connections/read-bytes.ts'

/** Reads an uploaded file. BAD_REQUEST if the upload is incomplete. */
export async function receiveBytes(
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

/** Body of a request as text. Undefined if the contract has no body or the upload was incomplete. */
export type ReceivedBody = Result<string | undefined, 'BODY_TOO_LARGE'>

export const receiveBody = async (contract: Endpoint, request: ApiRequest): Promise<ReceivedBody> =>
  contract.body ? receiveText(contract, request) : succeed(undefined)

/**
 * Reads a body up to the contract's limit. Node reads no more than the announced length, so only bodies without one are
 * measured while they are read, which is slower.
 */
export async function receiveText(contract: Endpoint, request: ApiRequest): Promise<ReceivedBody> {
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

const MAX_ERRORS = 50

type Input<E extends Endpoint> = InputOf<E>
type InputCode = 'BAD_REQUEST' | 'BODY_TOO_LARGE' | RefusedInput['error']['code']

export function requestParserOf<E extends Endpoint>(contract: E) {
  const schemas = { params: contract.params, query: contract.query, body: bodySchema(contract) }
  const isOptional = contract.body?.safeParse(undefined).success ?? true
  return (request: ApiRequest, sent: ReceivedBody): Result<Input<E>, InputCode> => {
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
    ? { path, message: `Use at most ${IDEMPOTENCY_KEY_LIMIT} characters.` }
    : undefined
}

function parseParts<E extends Endpoint>(
  schemas: Pick<Endpoint, (typeof PARTS)[number]>,
  given: Record<(typeof PARTS)[number], unknown>,
): Result<Input<E>, RefusedInput['error']['code']> {
  const input: Record<string, unknown> = {}
  const issues: Issue[] = []
  for (const part of PARTS) {
    const parsed = schemas[part]?.safeParse(given[part])
    if (parsed?.success) input[part] = parsed.data
    else if (parsed) issues.push(...parsed.error.issues)
  }
  // The contract's schemas produced each part.
  return issues.length > 0 ? refuseInput({ issues }) : succeed(input as Input<E>)
}

const PARTS = ['params', 'query', 'body'] as const

type Issue = z.core.$ZodIssue
type RefusedInput = Failure<'NOT_FOUND' | 'VALIDATION_ERROR'>

/** Returns NOT_FOUND if only ids are invalid (`objectId`), otherwise VALIDATION_ERROR with the invalid fields. */
export function refuseInput({ issues }: Pick<z.core.$ZodError, 'issues'>): RefusedInput {
  const invalid = issues.filter((issue) => !(issue.code === 'invalid_format' && issue.format === 'guid'))
  return invalid.length === 0
    ? fail('NOT_FOUND')
    : fail('VALIDATION_ERROR', toFieldErrors(invalid).slice(0, MAX_ERRORS))
}

const toFieldErrors = (issues: readonly Issue[]): FieldError[] =>
  issues.flatMap((issue) => {
    const path = issue.path.join('.')
    return issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({
          path: [...issue.path, key].join('.').slice(0, 200),
          message: 'This field isn’t supported.',
        }))
      : [{ path, message: fieldMessage(issue) }]
  })

const MAX_DEPTH = 32

/**
 * False for text with U+0000 or lone surrogates, which PostgreSQL can't store. Iterative, so that nested input can't
 * overflow the stack.
 */
function isStorable(value: unknown): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH || level.some(isBrokenText)) return false
    level = level.flatMap((each) =>
      typeof each === 'object' && each !== null ? Object.entries(each).flat() : [],
    )
  }
  return true
}

const isBrokenText = (value: unknown): boolean =>
  typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())

function readJson(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
