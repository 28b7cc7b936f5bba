import * as z from 'zod/mini'
import type { RequestOf, DataOf, Endpoint } from '#contracts/platform/endpoint.ts'
import type { Result } from '#model/platform/result.ts'
import { sendRequest, type RequestOptions } from './api-client.ts'
import { unexpectedData } from './read-response.ts'

/** Calls an endpoint. Fails with RESPONSE_HANDLING_ERROR if the response doesn't match the contract's schema. */
export async function call<E extends Endpoint>(
  contract: E,
  input: RequestOf<E>,
  options: RequestOptions = {},
): Promise<Result<DataOf<E>>> {
  // Safe cast: CallOf<E> has at most these three keys, each with the type of its schema.
  const { params, query, body } = input as {
    params?: Record<string, string>
    query?: Record<string, unknown>
    body?: unknown
  }
  const path = contract.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params?.[name] ?? ''),
  )
  const answer = await sendRequest(contract.method, path, { ...options, ...(query ? { query } : {}), body })
  if (!answer.success) return answer
  const parsed = z.safeParse(contract.data, answer.data)
  if (!parsed.success) return unexpectedData(parsed.error.issues)
  // Safe cast: `parsed` comes from the schema that DataOf<E> is derived from.
  return { ...answer, data: parsed.data as DataOf<E> }
}
