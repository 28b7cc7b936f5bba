import { fail, type ErrorCode } from '#contracts/platform/errors.ts'
import type { ConsoleEvent } from '#contracts/console/events.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import { recordChange, type AuditChange } from '#server/platform/audit/record-change.ts'
import type { Context } from '#server/context.ts'
import type { PipelinedTransaction } from '#server/platform/db/pipelined.ts'
import { transact } from '#server/platform/db/transact.ts'
import type { PromoterCall } from '#server/use-case.ts'
import {
  findEventDraft,
  lockEventDraft,
  type EventDraftRow,
} from '#server/catalog/events/event-draft-rows.ts'
import { viewEvent, draftFieldsOf } from '#server/catalog/events/event-draft-view.ts'

/** Changes an event while its row is locked. Returns `unchanged` to keep the event's version. */
export type EventStep<Code extends ErrorCode> = (
  trx: PipelinedTransaction,
  row: EventDraftRow,
  now: Date,
) => Promise<Result<'changed' | 'unchanged', Code>>

interface EventChange<Code extends ErrorCode> {
  version: number
  action: AuditChange['action']
  step: EventStep<Code>
  isSettled?: (row: EventDraftRow) => boolean
  /** Additional data for the audit log; called after the change. */
  also?: () => Record<string, unknown>
}

type Refusal = 'NOT_FOUND' | 'EVENT_CANCELLED' | 'EDIT_CONFLICT'

/**
 * Changes an event and logs the change as `action`. NOT_FOUND for another promoter's event; EVENT_CANCELLED;
 * EDIT_CONFLICT with the current event when the version is outdated.
 */
export async function changeEvent<Code extends ErrorCode = never>(
  context: Context,
  call: PromoterCall & { params: { id: string } },
  change: EventChange<Code>,
): Promise<Result<{ event: ConsoleEvent }, Code | Refusal>> {
  const { promoterId, params } = call
  const find = { promoterId, id: params.id }
  const now = new Date(context.clock.now())
  const changed = await transact(context.db, async (trx): Promise<Result<EventDraftRow, Code | Refusal>> => {
    const before = await lockEventDraft(trx, find)
    if (!before) return fail('NOT_FOUND')
    if (change.isSettled?.(before)) return succeed(before)
    if (before.status === 'cancelled') return fail('EVENT_CANCELLED')
    if (before.version !== change.version)
      return fail('EDIT_CONFLICT', { current: await viewEvent(context, call, before) })
    const done = await change.step(trx, before, now)
    if (!done.success) return done
    const after = await findEventDraft(trx, find)
    if (!after) return fail('NOT_FOUND')
    if (done.data === 'changed') await record(trx, { call, change, before, after, now })
    return succeed(after)
  })
  return changed.success ? succeed({ event: await viewEvent(context, call, changed.data) }) : changed
}

async function record(
  trx: PipelinedTransaction,
  edit: {
    call: PromoterCall
    change: Pick<EventChange<ErrorCode>, 'action' | 'also'>
    before: EventDraftRow
    after: EventDraftRow
    now: Date
  },
): Promise<void> {
  const { call, change, before, after, now } = edit
  const { promoterId, actor } = call
  const subject = { id: after.id, name: draftFieldsOf(after).title }
  const isCodeNew = draftFieldsOf(before).accessCode !== draftFieldsOf(after).accessCode
  const states = {
    before: eventAuditState(before),
    after: {
      ...eventAuditState(after),
      ...(isCodeNew ? { accessCodeChanged: true } : {}),
      ...change.also?.(),
    },
  }
  await recordChange(trx, { promoterId, actor, action: change.action, subject, ...states }, now)
}

/** State of an event for the audit log. The access code is left out; the log only shows whether it changed. */
export function eventAuditState(row: EventDraftRow): Record<string, unknown> {
  const { accessCode: _, cover, ...fields } = draftFieldsOf(row)
  return { status: row.status, ...fields, cover: cover.sources.at(-1)?.url ?? '', note: row.cancel_note }
}
