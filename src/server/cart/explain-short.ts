import { holdWords } from '#model/hold-words.ts'
import { HOLD_REASONS, type HoldReason } from '#model/hold-reasons.ts'
import { isInScope, scopeOf, type Site } from '#model/sites.ts'
import { isUuid } from '../db/is-uuid.ts'
import { findTicketTypes } from '../catalog/ticket-type-rows.ts'
import type { Context } from '../context.ts'
import type { ChangedCart } from './submit-cart-form.ts'

const REASONS: readonly string[] = HOLD_REASONS
const isReason = (text: string): text is HoldReason => REASONS.includes(text)

/** As it travels from the answer to a form to the page after it: `{id}.{reason}.{held}`, one after the other. */
export const listShort = (short: ChangedCart['short']): string =>
  short.map(({ ticketTypeId, reason, held }) => `${ticketTypeId}.${reason}.${held}`).join('~')

/** The same in sentences. What can't be read, or is none of this site's, is left out. */
export async function explainShort(context: Context, site: Site, listed: string): Promise<string[]> {
  const short = listed.split('~').flatMap((each) => {
    const [ticketTypeId = '', reason = '', held = ''] = each.split('.')
    return isUuid(ticketTypeId) && isReason(reason) && /^\d{1,4}$/.test(held)
      ? [{ ticketTypeId, reason, held: Number(held) }]
      : []
  })
  if (short.length === 0) return []
  const ids = short.map((each) => each.ticketTypeId)
  const types = await findTicketTypes(context.reads, { ids, now: new Date(context.clock.now()) })
  return short.flatMap(({ ticketTypeId, reason, held }) => {
    const type = types.get(ticketTypeId.toLowerCase())
    // Whoever was not let in is not told its name either.
    const isSecret = type?.is_hidden === true && reason === 'UNKNOWN'
    return type && !isSecret && type.event_status !== 'draft' && isInScope(scopeOf(site), type.promoter_id)
      ? [holdWords(reason, { name: type.name, held, minPerOrder: type.min_per_order })]
      : []
  })
}
