import * as z from 'zod/mini'
import type { ApiResponse, ApiResponses, JsonSchema } from '#contracts/console/developers/api-document.ts'
import type { Access, Endpoint } from '#contracts/platform/endpoint.ts'
import { ERRORS, statusOf, type ErrorCode } from '#contracts/platform/errors.ts'
import { toJsonSchema } from './json-schemas.ts'

export const FAILURE_SCHEMA: JsonSchema = {
  type: 'object',
  description: 'Error response.',
  required: ['success', 'error'],
  properties: {
    success: { type: 'boolean', description: 'Always false.' },
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: {
        code: { type: 'string', description: 'Machine-readable error code.' },
        message: { type: 'string', description: 'Human-readable message.' },
        details: { description: 'Details of the error; for VALIDATION_ERROR, the invalid fields.' },
      },
    },
  },
}

/** Returns the success and error responses by status, with an example for each error code. */
export function toResponses(contract: Endpoint): ApiResponses {
  const { status = 200, data } = contract
  const schema: JsonSchema = {
    type: 'object',
    required: ['success', 'data'],
    properties: { success: { type: 'boolean', description: 'Always true.' }, data: dataSchema(data) },
  }
  const refusals = Object.entries(Object.groupBy(listErrorCodes(contract), statusOf))
  return {
    [String(status)]: { description: 'Success.', content: { 'application/json': { schema } } },
    ...Object.fromEntries(refusals.map(([each, codes = []]) => [each, refusal(codes)])),
  }
}

/** Returns the schema of the data. A type that is always null is replaced, because client generators don't support it. */
function dataSchema(data: Endpoint['data']): JsonSchema {
  const schema = toJsonSchema(data, 'output')
  return schema.type === 'null' ? { type: ['object', 'null'], description: 'Null.' } : schema
}

/**
 * Returns all error codes of an endpoint: those of `CodeOf`, and those that are returned before routing (cross-origin
 * requests, malformed URLs, maintenance, read-only database).
 */
export function listErrorCodes({ method, access, errors = [], params, query, body }: Endpoint): ErrorCode[] {
  const codes: ErrorCode[] = [
    'BAD_REQUEST',
    ...(body ? (['BODY_TOO_LARGE'] as const) : []),
    ...(params || query || body ? (['VALIDATION_ERROR'] as const) : []),
    ...(hasObjectId(params) ? (['NOT_FOUND'] as const) : []),
    ...BY_ACCESS[access],
    ...(method === 'GET' ? [] : (['FORBIDDEN_ORIGIN'] as const)),
    ...errors,
    'INTERNAL_ERROR',
    'UNAVAILABLE',
    'READ_ONLY',
    'MAINTENANCE',
  ]
  return [...new Set(codes)]
}

const hasObjectId = (params: Endpoint['params']): boolean =>
  params instanceof z.ZodMiniObject &&
  Object.values(params.shape).some((field) => field instanceof z.ZodMiniGUID)

const BY_ACCESS: Readonly<Record<Access, readonly ErrorCode[]>> = {
  anyone: [],
  account: ['UNAUTHENTICATED'],
  member: ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND'],
  door: ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND', 'DEVICE_REVOKED', 'DEVICE_ENDED'],
  promoter: ['UNAUTHENTICATED', 'FORBIDDEN', 'RATE_LIMITED'],
  operator: ['UNAUTHENTICATED', 'FORBIDDEN'],
  signature: ['BODY_TOO_LARGE'],
}

const refusal = (codes: readonly ErrorCode[]): ApiResponse => ({
  description: codes.map((code) => `\`${code}\`: ${ERRORS[code][1]}`).join('\n\n'),
  ...(codes.includes('RATE_LIMITED') || codes.includes('UNAVAILABLE') ? { headers: RETRY_AFTER } : {}),
  content: {
    'application/json': {
      schema: { $ref: '#/components/schemas/Failure' },
      examples: Object.fromEntries(codes.map((code) => [code, { value: exampleOf(code) }])),
    },
  },
})

const RETRY_AFTER = {
  'Retry-After': {
    description: 'Seconds to wait before retrying.',
    schema: { type: 'integer', format: 'int32' },
  },
}

const exampleOf = (code: ErrorCode) => ({
  success: false,
  error: {
    code,
    message: ERRORS[code][1],
    ...(code === 'VALIDATION_ERROR' ? { details: [{ path: 'name', message: 'Enter a name.' }] } : {}),
    ...(code === 'RATE_LIMITED' ? { details: { retryAfterSeconds: 30 } } : {}),
  },
})
