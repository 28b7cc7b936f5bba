import type { getConsoleEvent as contract } from '#contracts/console/events.ts'
import { fail } from '#contracts/platform/errors.ts'
import { succeed } from '#model/platform/result.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { findEventDraft } from './event-draft-rows.ts'
import { viewEvent } from './event-draft-view.ts'

export const getEvent: UseCase<typeof contract, PromoterCall> = async (context, call) => {
  const { promoterId, params } = call
  const row = await findEventDraft(context.db, { promoterId, id: params.id })
  return row ? succeed({ event: await viewEvent(context, call, row) }) : fail('NOT_FOUND')
}
