import { fail } from '#contracts/errors.ts'
import type { validatePromo as contract } from '#contracts/promo.ts'
import { succeed } from '#model/result.ts'
import { isInScope, scopeOf } from '#model/sites.ts'
import { isUuid } from '../catalog/event-rows.ts'
import { findTicketTypes } from '../catalog/ticket-type-rows.ts'
import type { UseCase } from '../use-case.ts'
import { judgePromo, toPromoCode } from './judge-promo.ts'
import { findPromo } from './promo-rows.ts'

/** Looks at a code for a cart without reserving it: checkout decides again, and then it counts. */
export const validatePromo: UseCase<typeof contract> = async (context, { site, body }) => {
  const now = context.clock.now()
  const scope = scopeOf(site)
  const ids = body.items.map((item) => item.ticketTypeId).filter((id) => isUuid(id))
  const types = [...(await findTicketTypes(context.reads, { ids, now: new Date(now) })).values()].filter(
    (type) => type.event_status !== 'draft' && isInScope(scope, type.promoter_id),
  )
  const [first] = types
  if (!first) return fail('PROMO_NOT_APPLICABLE')
  const promo = await findPromo(context.db, { promoterId: first.promoter_id, code: body.code })
  const judged = await judgePromo(context.db, promo, {
    lines: types.map((type) => ({ ticketTypeId: type.id, eventId: type.event_id })),
    currency: first.currency,
    now,
  })
  if (!judged.success) return judged
  return promo ? succeed(toPromoCode(promo, judged.data, first.currency)) : fail('PROMO_UNKNOWN')
}
