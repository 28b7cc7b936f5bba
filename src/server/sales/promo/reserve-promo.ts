import type { CodeOf } from '#contracts/platform/endpoint.ts'
import { fail } from '#contracts/platform/errors.ts'
import type { checkout as contract } from '#contracts/checkout/orders.ts'
import type { Discount } from '#model/pricing/promo.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import type { PipelinedTransaction } from '#server/platform/db/pipelined.ts'
import { checkPromo } from './check-promo.ts'
import { findPromo, lockPromo, reservePromoUse } from './promo-rows.ts'
import type { CheckoutBody } from '#server/sales/checkout/check-answers.ts'
import type { Purchase } from '#server/sales/checkout/read-purchase.ts'

export async function reservePromo(
  trx: PipelinedTransaction,
  use: { purchase: Purchase; body: CheckoutBody; now: number },
): Promise<Result<{ id: string; code: string; discount: Discount } | undefined, CodeOf<typeof contract>>> {
  const { purchase, body, now } = use
  if (!body.promoCode) return succeed(undefined)
  const found = await findPromo(trx, { promoterId: purchase.cart.promoterId, code: body.promoCode })
  const promo = found && (await lockPromo(trx, { promoCodeId: found.id, now: new Date(now) }))
  const judged = await checkPromo(trx, promo, {
    lines: purchase.lines,
    currency: purchase.currency,
    email: body.customer.email,
    now,
  })
  if (!judged.success) return judged
  if (!promo) return fail('PROMO_UNKNOWN')
  await reservePromoUse(trx, promo.id)
  return succeed({ id: promo.id, code: promo.code, discount: judged.data })
}
