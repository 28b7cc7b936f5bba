import { listPromoCodes, PROMO_EXPORT, promoFilters } from '#contracts/console/pricing/promo-codes.ts'
import type { Context } from '#server/context.ts'
import { exportPromoCodes } from '#server/sales/promo-codes/export-promo-codes.ts'
import { hasAuthority } from '#server/people/promoters/authority-rows.ts'
import { authenticatePromoter, type ApiRequest } from '#server/http/callers.ts'
import { toEnvelope } from '#server/http/envelope.ts'
import { refuseInput } from '#server/http/parse-request.ts'
import { withSlowReads } from '#server/http/bindings/endpoint.ts'
import { createGuardedStream } from './guarded-stream.ts'

export const PROMO_CODES_FILE = { method: 'GET', path: PROMO_EXPORT } as const

/** Sends the promo codes as a file to callers that may list them. Errors use the envelope. */
export async function answerPromoCodes(context: Context, request: ApiRequest): Promise<Response> {
  const known = await authenticatePromoter(context, request, listPromoCodes)
  if (!known.success) return toEnvelope(known)
  const filters = promoFilters.safeParse(request.req.query())
  if (!filters.success) return toEnvelope(refuseInput(filters.error))
  const parts = exportPromoCodes(withSlowReads(context), {
    promoterId: known.data.promoterId,
    filters: filters.data,
  })
  const { scope } = listPromoCodes
  const isAllowed = async () => scope !== undefined && hasAuthority(context.db, known.data, scope)
  const guarded = { client: known.data.client, isAllowed, parts: encoded(parts) }
  return new Response(await createGuardedStream(context, guarded), {
    headers: {
      'Cache-Control': 'private, no-store',
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="promo-codes.csv"',
      'X-Content-Type-Options': 'nosniff',
    },
  })
}

async function* encoded(
  parts: AsyncGenerator<string, void, undefined>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const encoder = new TextEncoder()
  for await (const part of parts) yield encoder.encode(part)
}
