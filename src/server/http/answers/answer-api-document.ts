import type { Context } from '#server/context.ts'
import type { ApiRequest } from '#server/http/callers.ts'

export const API_DOCUMENT = { method: 'GET', path: '/api/openapi.json' } as const

/** Serves the OpenAPI 3.1 document. Every origin may read it. */
export async function answerApiDocument(context: Context, request: ApiRequest): Promise<Response> {
  const document = await context.apiDocument()
  const origin = request.env?.client?.origin
  return Response.json(
    { ...document, ...(origin === undefined ? {} : { servers: [{ url: origin }] }) },
    { headers: { 'Cache-Control': 'public, max-age=300', 'Access-Control-Allow-Origin': '*' } },
  )
}
