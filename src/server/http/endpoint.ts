import type { Context as HonoContext } from 'hono'
import type * as z from 'zod/mini'
import type { DataOf, Endpoint, InputOf } from '#contracts/endpoint.ts'
import { fail, statusOf, type ErrorCode, type FieldError } from '#contracts/errors.ts'
import { succeed, type Result } from '#model/result.ts'
import type { Context } from '../context.ts'
import type { UseCase } from '../use-case.ts'
import { readHost } from './host.ts'

/** Binds a contract to its use case: parse, decide, envelope. Nothing that was not parsed gets past here. */
export const handle =
  <E extends Endpoint>(context: Context, contract: E, useCase: UseCase<E>) =>
  async (request: HonoContext): Promise<Response> => {
    const parsed = await parseInput(contract, request)
    if (!parsed.success) return envelope(parsed)
    const result = await useCase(context, {
      ...parsed.data,
      site: context.sites.resolve(readHost(request.req.header('host')) ?? ''),
      idempotencyKey: request.req.header('idempotency-key'),
    })
    return envelope(result, contract)
  }

type Input<E extends Endpoint> = InputOf<E>

async function parseInput<E extends Endpoint>(
  contract: E,
  request: HonoContext,
): Promise<Result<Input<E>, ErrorCode>> {
  const body = contract.body ? await readJson(request) : undefined
  if (contract.body && body === undefined) return fail('BAD_REQUEST')
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
async function readJson(request: HonoContext): Promise<unknown> {
  try {
    return await request.req.json()
  } catch {
    return undefined
  }
}

/** `{success, data}` or `{success, error}` with a fitting status (specification §3). */
export function envelope<E extends Endpoint>(result: Result<DataOf<E>, ErrorCode>, contract?: E): Response {
  const keep = result.success && contract?.maxAgeSeconds
  const headers = { 'Cache-Control': keep ? `public, max-age=${keep}` : 'no-store' }
  if (!result.success) return Response.json(result, { status: statusOf(result.error.code), headers })
  const { success, data, beside } = result
  return Response.json({ success, data, ...beside }, { status: contract?.status ?? 200, headers })
}
