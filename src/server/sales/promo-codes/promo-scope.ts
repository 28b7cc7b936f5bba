import type { PromoTermsView } from '#contracts/console/pricing/promo-terms.ts'
import type { FieldError } from '#contracts/platform/errors.ts'
import type { Trx } from '#server/platform/db/query.ts'
import { listPromoEvents, lockPromoScopes, type PromoEvent } from './promo-option-rows.ts'

type Scope = Pick<PromoTermsView, 'eventId' | 'ticketTypeIds' | 'currency'>

/**
 * Returns errors for events and ticket types that don't belong to the promoter or to each other. Locks them, so that they aren't deleted before
 * the transaction ends.
 */
export async function checkPromoScope(trx: Trx, promoterId: string, scope: Scope): Promise<FieldError[]> {
  await lockPromoScopes(trx, promoterId, [scope])
  return scopeErrors(scope, await listPromoEvents(trx, promoterId))
}

const NO_EVENT: FieldError = { path: 'eventId', message: 'Choose one of your events.' }
const NO_TYPES: FieldError = { path: 'ticketTypeIds', message: 'Choose ticket types of this event.' }

/** Validates the scope like `checkPromoScope`, with a list of the promoter's events and without locks. */
export function scopeErrors(scope: Scope, events: readonly PromoEvent[]): FieldError[] {
  const event = events.find(({ id }) => id === scope.eventId)
  if (scope.eventId !== null && !event) return [NO_EVENT]
  if (!ownsTypes(scope.ticketTypeIds, event ? [event] : events)) return [NO_TYPES]
  if (event && scope.currency !== null && scope.currency !== event.currency)
    return [{ path: 'currency', message: `${event.title} is sold in ${event.currency}.` }]
  return []
}

/** Returns an error for a scope that was valid, when its event or one of its ticket types doesn't exist any more. */
export function deletionError(scope: Scope, existing: ReadonlySet<string>): FieldError | undefined {
  if (scope.eventId !== null && !existing.has(scope.eventId)) return NO_EVENT
  return scope.ticketTypeIds.every((id) => existing.has(id)) ? undefined : NO_TYPES
}

/** Returns early if there are no ids, because a file can have thousands of such lines. */
function ownsTypes(ids: readonly string[], events: readonly PromoEvent[]): boolean {
  if (ids.length === 0) return true
  const own = new Set(events.flatMap(({ ticketTypes }) => ticketTypes.map(({ id }) => id)))
  return ids.every((id) => own.has(id))
}
