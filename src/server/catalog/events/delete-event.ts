import type { deleteEvent as contract } from '#contracts/console/events.ts'
import type { CodeOf } from '#contracts/platform/endpoint.ts'
import { fail } from '#contracts/platform/errors.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import { recordChange } from '#server/platform/audit/record-change.ts'
import { transact } from '#server/platform/db/transact.ts'
import { deleteUnusedUpload } from '#server/platform/uploads/delete-unused-upload.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { eventAuditState } from '#server/catalog/event-changes/change-event.ts'
import { deleteEventRows, lockEventDraft, replaceEventImages } from './event-draft-rows.ts'
import { draftFieldsOf } from './event-draft-view.ts'

/** Error codes of the foreign keys that prevent the deletion of an event. */
const NAMED: Readonly<Record<string, CodeOf<typeof contract>>> = Object.fromEntries(
  [
    'assignments_promoter_id_event_id_fkey',
    'commission_rules_promoter_id_event_id_fkey',
    'commission_rules_promoter_id_ticket_type_id_fkey',
    'earnings_promoter_id_event_id_ticket_type_id_fkey',
    'holds_promoter_id_ticket_type_id_fkey',
    'order_items_promoter_id_event_id_ticket_type_id_fkey',
    'promo_code_ticket_types_promoter_id_ticket_type_id_fkey',
    'promo_codes_promoter_id_event_id_fkey',
    'tickets_promoter_id_event_id_ticket_type_id_fkey',
    'tracking_links_promoter_id_event_id_fkey',
  ].map((constraint) => [constraint, 'EVENT_IN_USE'] as const),
)

export const deleteEvent: UseCase<typeof contract, PromoterCall> = async (
  context,
  { promoterId, actor, params: { id } },
) => {
  const find = { promoterId, id }
  const deleted = await transact<string[], CodeOf<typeof contract>>(
    context.db,
    async (trx): Promise<Result<string[], CodeOf<typeof contract>>> => {
      const row = await lockEventDraft(trx, find)
      if (!row) return fail('NOT_FOUND')
      if (row.status !== 'draft' || row.published_at !== null) return fail('EVENT_WAS_PUBLIC')
      const gone = await replaceEventImages(trx, { ...find, urls: [] })
      await deleteEventRows(trx, find)
      const subject = { id, name: draftFieldsOf(row).title }
      await recordChange(
        trx,
        { promoterId, actor, action: 'event.deleted', subject, before: eventAuditState(row) },
        new Date(context.clock.now()),
      )
      return succeed(gone)
    },
    NAMED,
  )
  if (!deleted.success) return deleted
  for (const url of deleted.data) await deleteUnusedUpload(context, url)
  return succeed(null)
}
