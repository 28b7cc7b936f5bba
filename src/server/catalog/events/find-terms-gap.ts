import type { PublishingGap } from '#model/catalog/publishing-gaps.ts'
import { hasOperators } from '#server/people/operators/operator-rows.ts'
import type { DemoConfig } from '#server/platform/demo-rules.ts'
import type { Db } from '#server/platform/db/query.ts'
import { lacksTermsForCurrency } from '#server/pricing/terms/terms-rows.ts'
import type { EventDraftRow } from './event-draft-rows.ts'
import { draftFieldsOf } from './event-draft-view.ts'

/**
 * Returns why an event with paid tickets can't be published: the platform takes a share, but has no terms in the
 * event's currency.
 */
export async function findTermsGap(
  config: DemoConfig,
  db: Db,
  { promoterId, row, now }: { promoterId: string; row: EventDraftRow; now: Date },
): Promise<PublishingGap | undefined> {
  const { currency } = draftFieldsOf(row)
  // Published events aren't checked, so that they can be corrected.
  if (row.status !== 'draft' && row.currency === currency) return undefined
  if (!(await lacksTermsForCurrency(db, { promoterId, eventId: row.id, currency, now }))) return undefined
  if (!(await hasOperators(db, config))) return undefined
  const message = `Sales in ${currency} aren’t set up on this platform yet. Ask its operator.`
  return { path: 'currency', message }
}
