import type { getConsoleEvent as contract } from '#contracts/console/events.ts'
import { fail } from '#contracts/platform/errors.ts'
import { succeed } from '#model/platform/result.ts'
import { isUuid } from '#server/platform/ids/is-uuid.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { findEventDraft } from './event-draft-rows.ts'
import { viewEvent } from './event-draft-view.ts'

export const getEvent: UseCase<typeof contract, PromoterCall> = async (context, call) => {
  const { promoterId, params } = call
  const row = isUuid(params.id) ? await findEventDraft(context.db, { promoterId, id: params.id }) : undefined
  return row ? succeed({ event: await viewEvent(context, call, row) }) : fail('NOT_FOUND')
}
