import { holdMessage } from '#model/catalog/inventory/hold-message.ts'
import { HOLD_REASONS, type HoldReason } from '#model/catalog/inventory/hold-reasons.ts'
import { isInSiteScope, siteScopeOf, type Site } from '#model/sites/sites.ts'
import { isUuid } from '#server/platform/ids/is-uuid.ts'
import { findTicketTypes } from '#server/catalog/listings/ticket-type-rows.ts'
import type { Context } from '#server/context.ts'
import type { ChangedCart } from './submit-cart-form.ts'

const REASONS: readonly string[] = HOLD_REASONS
const isReason = (text: string): text is HoldReason => REASONS.includes(text)

/**
 * Serialises the ticket types of which less is held than requested, for the redirect after a form: `{id}.{reason}.{held}`,
 * concatenated.
 */
export const serializeShortages = (short: ChangedCart['short']): string =>
  short.map(({ ticketTypeId, reason, held }) => `${ticketTypeId}.${reason}.${held}`).join('~')

/** Converts the serialised text to messages. Leaves out unreadable entries and ticket types of other sites. */
export async function shortageMessages(context: Context, site: Site, listed: string): Promise<string[]> {
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
    // The name of a hidden ticket type is shown only to visitors with its code.
    const isSecret = type?.is_hidden === true && reason === 'UNKNOWN'
    return type &&
      !isSecret &&
      type.event_status !== 'draft' &&
      isInSiteScope(siteScopeOf(site), type.promoter_id)
      ? [holdMessage(reason, { name: type.name, held, minPerOrder: type.min_per_order })]
      : []
  })
}
