import type {
  createSeries as seriesContract,
  duplicateEvent as duplicateContract,
} from '#contracts/console/events.ts'
import type { CodeOf } from '#contracts/platform/endpoint.ts'
import { fail, type FieldError } from '#contracts/platform/errors.ts'
import type { EventFields } from '#model/catalog/event-drafts.ts'
import { imageUrls } from '#model/catalog/event-images.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import { shiftSkippedTime, shiftWallClock } from '#model/platform/time/wall-clock.ts'
import type { PipelinedTransaction } from '#server/platform/db/pipelined.ts'
import { transact } from '#server/platform/db/transact.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { copyTicketTypes } from './copy-rows.ts'
import { EVENT_CREATION_LIMIT, insertEventOnce, newEventId } from './create-event.ts'
import {
  findEventDraft,
  lockEventDraft,
  replaceEventImages,
  type EventDraftRow,
  type EventMoments,
} from './event-draft-rows.ts'
import { setSeries } from '#server/catalog/series/series-rows.ts'
import { viewEvent, draftFieldsOf } from './event-draft-view.ts'
import { parseEventMoments } from './event-moments.ts'

export const duplicateEvent: UseCase<typeof duplicateContract, PromoterCall> = async (context, call) => {
  const { promoterId, params, body } = call
  const tooMany = await context.limits.consume(EVENT_CREATION_LIMIT, promoterId)
  if (tooMany) return tooMany
  const now = new Date(context.clock.now())
  const id = newEventId(call, 0)
  const made = await transact(
    context.db,
    async (trx): Promise<Result<EventDraftRow, CodeOf<typeof duplicateContract>>> => {
      const origin = await findEventDraft(trx, { promoterId, id: params.id })
      if (!origin) return fail('NOT_FOUND')
      const fields = {
        ...movedTo(draftFieldsOf(origin), body.startsAt),
        ...(body.title ? { title: body.title } : {}),
      }
      const moments = parseEventMoments(fields, '')
      if (!moments.success) return moments
      await insertCopy(trx, call, { id, from: origin.id, fields, moments: moments.data, seriesId: null, now })
      const row = await findEventDraft(trx, { promoterId, id })
      return row ? succeed(row) : fail('NOT_FOUND')
    },
  )
  return made.success ? succeed({ event: await viewEvent(context, call, made.data) }) : made
}

export const createSeries: UseCase<typeof seriesContract, PromoterCall> = async (context, call) => {
  const { promoterId, params } = call
  const dates = [...new Set(call.body.dates)].toSorted()
  for (const _ of dates) {
    const tooMany = await context.limits.consume(EVENT_CREATION_LIMIT, promoterId)
    if (tooMany) return tooMany
  }
  const now = new Date(context.clock.now())
  return transact(context.db, async (trx) => {
    const origin = await lockEventDraft(trx, { promoterId, id: params.id })
    if (!origin) return fail('NOT_FOUND')
    const planned = planDates(draftFieldsOf(origin), dates)
    if (!planned.success) return planned
    const seriesId = origin.series_id ?? origin.id
    await setSeries(trx, { promoterId, id: origin.id, seriesId })
    const events: { id: string; startsAt: string }[] = []
    for (const [index, { fields, moments }] of planned.data.entries()) {
      const id = newEventId(call, index)
      await insertCopy(trx, call, { id, from: origin.id, fields, moments, seriesId, now })
      events.push({ id, startsAt: fields.startsAt })
    }
    return succeed({ events })
  })
}

/**
 * Moves an event to another start. The end and the doors keep their wall-clock distance from it, except when a clock change
 * skips that time.
 */
function movedTo(fields: EventFields, startsAt: string): EventFields {
  const move = (moment: string): string =>
    shiftSkippedTime(shiftWallClock(moment, fields.startsAt, startsAt), fields.timeZone)
  return {
    ...fields,
    startsAt,
    endsAt: move(fields.endsAt),
    doorsAt: fields.doorsAt === null ? null : move(fields.doorsAt),
  }
}

interface Planned {
  fields: EventFields
  moments: EventMoments
}

/** Returns the events to create. Fails when any of the dates is invalid. */
function planDates(fields: EventFields, dates: readonly string[]): Result<Planned[], 'VALIDATION_ERROR'> {
  const planned: Planned[] = []
  const errors: FieldError[] = []
  for (const [index, date] of dates.entries()) {
    const moved = movedTo(fields, date)
    const moments = parseEventMoments(moved)
    if (moments.success) planned.push({ fields: moved, moments: moments.data })
    else
      errors.push({
        path: `dates.${index}`,
        message: `${date.replace('T', ', ')} doesn’t exist: the clocks go forward that night.`,
      })
  }
  return errors.length > 0 ? fail('VALIDATION_ERROR', errors) : succeed(planned)
}

async function insertCopy(
  trx: PipelinedTransaction,
  call: PromoterCall,
  copy: Planned & { id: string; from: string; seriesId: string | null; now: Date },
): Promise<void> {
  const { promoterId } = call
  const { id, from, fields, now } = copy
  if (!(await insertEventOnce(trx, call, { ...copy, promoterId }))) return
  await replaceEventImages(trx, { promoterId, id, urls: imageUrls(fields) })
  await copyTicketTypes(trx, { promoterId, from, to: id, now })
}
