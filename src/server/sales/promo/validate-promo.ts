import { fail } from '#contracts/platform/errors.ts'
import type { validatePromo as contract } from '#contracts/shop/promo.ts'
import { succeed } from '#model/platform/result.ts'
import { isInSiteScope, siteScopeOf } from '#model/sites/sites.ts'
import { compareCodes } from '#server/catalog/access/code-guesses.ts'
import { isUuid } from '#server/platform/ids/is-uuid.ts'
import { findTicketTypes } from '#server/catalog/listings/ticket-type-rows.ts'
import type { Caller, UseCase, Visitor } from '#server/use-case.ts'
import { checkPromo, toPromoCode } from './check-promo.ts'
import { findPromo } from './promo-rows.ts'

/** Checks a code for a cart without reserving a use. Checkout checks it again. */
export const validatePromo: UseCase<typeof contract, Caller & { client?: Visitor | undefined }> = async (
  context,
  { site, body, client },
) => {
  const now = context.clock.now()
  const scope = siteScopeOf(site)
  const ids = body.items.map((item) => item.ticketTypeId).filter((id) => isUuid(id))
  const types = [...(await findTicketTypes(context.reads, { ids, now: new Date(now) })).values()].filter(
    (type) => type.event_status !== 'draft' && isInSiteScope(scope, type.promoter_id),
  )
  const [first] = types
  if (!first) return fail('PROMO_UNKNOWN')
  const { promoter_id: promoterId, currency } = first
  const guess = { kind: 'promo_code', subjectId: promoterId, address: client?.address } as const
  const lines = types.map((type) => ({ ticketTypeId: type.id, eventId: type.event_id }))
  const guessed = await compareCodes(context, guess, async () => {
    const promo = await findPromo(context.db, { promoterId, code: body.code })
    const judged = await checkPromo(context.db, promo, { lines, currency, now })
    return { matches: judged.success ? 1 : 0, found: { promo, judged } }
  })
  if (!guessed.success) return guessed
  const { promo, judged } = guessed.data
  if (!judged.success) return judged
  return promo ? succeed(toPromoCode(promo, judged.data, currency)) : fail('PROMO_UNKNOWN')
}
