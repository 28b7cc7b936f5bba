import { listPromoCodes, PROMO_EXPORT, promoFilters } from '#contracts/console/promo-codes.ts'
import { fail } from '#contracts/errors.ts'
import type { Context } from '../context.ts'
import { exportPromoCodes } from '../promo/export-promo-codes.ts'
import { atDesk, envelope, knowPromoter, type ApiRequest } from './endpoint.ts'

export const PROMO_CODES_FILE = { method: 'GET', path: PROMO_EXPORT } as const

/** The codes of a list as a file, for whoever may see the list; refusals in the envelope. */
export async function answerPromoCodes(context: Context, request: ApiRequest): Promise<Response> {
  const known = await knowPromoter(context, request, listPromoCodes)
  if (!known.success) return envelope(known)
  const filters = promoFilters.safeParse(request.req.query())
  if (!filters.success)
    return envelope(
      fail(
        'VALIDATION_ERROR',
        filters.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })),
      ),
    )
  const parts = exportPromoCodes(atDesk(context), {
    promoterId: known.data.promoterId,
    filters: filters.data,
  })
  return new Response(streamOf(parts), {
    headers: {
      'Cache-Control': 'private, no-store',
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="promo-codes.csv"',
      'X-Content-Type-Options': 'nosniff',
    },
  })
}

/** As fast as it is read, and no longer than somebody does. */
function streamOf(parts: AsyncGenerator<string, void, undefined>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await parts.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    cancel: async () => {
      await parts.return()
    },
  })
}
