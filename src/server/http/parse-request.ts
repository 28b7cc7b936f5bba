import type * as z from 'zod/mini'
import {
  DEFAULT_MAX_BODY_BYTES,
  IDEMPOTENCY_KEY_LIMIT,
  type Endpoint,
  type InputOf,
} from '#contracts/platform/endpoint.ts'
import { fail, type FieldError } from '#contracts/platform/errors.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import { bodySchema } from './strict-body.ts'
import type { ApiRequest } from './callers.ts'
import { readBytes } from './connections/read-bytes.ts'

/** Reads an upload; BAD_REQUEST when it is incomplete. */
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

/** Body of a request. Undefined when the contract has none or the body is incomplete. */
export type Sent = Result<string | undefined, 'BODY_TOO_LARGE'>

export const receiveBody = async (contract: Endpoint, request: ApiRequest): Promise<Sent> =>
  contract.body ? receiveText(contract, request) : succeed(undefined)

/**
 * Bodies above the contract's limit are not read. Node reads no more than the announced length, so only bodies without one
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

const MAX_ERRORS = 50

type Input<E extends Endpoint> = InputOf<E>
type InputCode = 'BAD_REQUEST' | 'BODY_TOO_LARGE' | 'VALIDATION_ERROR'

export function parserOf<E extends Endpoint>(contract: E) {
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
    ? fail('VALIDATION_ERROR', errors.slice(0, MAX_ERRORS))
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

const MAX_DEPTH = 32

/** False for U+0000 and lone surrogates, which PostgreSQL can't store. Iterative: nesting can't overflow the stack. */
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
