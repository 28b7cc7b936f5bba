import { z } from 'zod'
import type { ConsoleEvent } from '#contracts/console/events.ts'
import { urls } from '#contracts/platform/urls.ts'
import { findUnusualHolds } from '#model/catalog/inventory/unusual-holds.ts'
import { question } from '#model/catalog/catalog.ts'
import { eventFacts, eventFactsOf, type EventFacts } from '#model/catalog/event-changes.ts'
import { cover, eventFields, type EventFields } from '#model/catalog/event-drafts.ts'
import { eventImage } from '#model/catalog/event-images.ts'
import { act } from '#model/catalog/line-up/acts.ts'
import { findPublishingGaps, type PublishingGap } from '#model/catalog/publishing-gaps.ts'
import { toMajor } from '#model/platform/money.ts'
import { wallClockToMs, wallClockOf } from '#model/platform/time/wall-clock.ts'
import { listClientShares } from '#server/catalog/inventory/hold-alarm-rows.ts'
import { unpaidSince } from '#server/catalog/inventory/hold-clients.ts'
import type { Context } from '#server/context.ts'
import { siteOrigin } from '#server/platform/site-origin.ts'
import type { PromoterCall } from '#server/use-case.ts'
import {
  countCancelledOrders,
  type CancelledCounts,
} from '#server/catalog/event-changes/cancelled-order-rows.ts'
import { returnRulesOf } from '#server/catalog/returns/return-offers.ts'
import type { EventDraftRow } from './event-draft-rows.ts'
import { listSeries } from '#server/catalog/series/series-rows.ts'

const questions = z.array(question)
const lineUp = z.array(act)
const poster = z.nullable(eventImage)
const gallery = z.array(eventImage)

export function eventFieldsOf(row: EventDraftRow): EventFields {
  const wallClock = (at: Date): string => wallClockOf(at.getTime(), row.time_zone)
  return {
    title: row.title,
    summary: row.summary,
    description: row.description,
    startsAt: wallClock(row.starts_at),
    endsAt: wallClock(row.ends_at),
    doorsAt: row.doors_at && wallClock(row.doors_at),
    timeZone: row.time_zone,
    venue: { name: row.venue_name, street: row.street, city: row.city, country: row.country },
    currency: row.currency,
    ageNote: row.age_note,
    attendeeNames: row.attendee_names,
    questions: questions.parse(row.questions),
    delivery: row.delivery.map(({ method, priceCents }) => ({
      method,
      price: toMajor(priceCents, row.currency),
    })),
    feesPaidBy: row.fees_paid_by,
    returns: returnRulesOf(row),
    holdsNeedAccount: row.holds_need_account,
    ticketTransfers: row.ticket_transfers,
    transferCutoffHours: row.transfer_cutoff_hours,
    codeMode: row.code_mode,
    codeRevealHours: row.code_reveal_hours,
    visibility: row.visibility,
    accessCode: row.access_code,
    cover: {
      sources: cover.shape.sources.parse(row.cover_sources),
      focusX: row.cover_focus_x,
      focusY: row.cover_focus_y,
    },
    poster: poster.parse(row.poster),
    gallery: gallery.parse(row.gallery),
    videoUrl: row.video_url,
    lineUp: lineUp.parse(row.line_up),
    category: row.category,
    tags: row.tags,
  }
}

export const draftFieldsOf = (row: EventDraftRow): EventFields =>
  row.changes === null ? eventFieldsOf(row) : eventFields.parse(row.changes)

/** Returns the details that buyers were last notified of; for an unpublished event, the current ones. */
export const lastNotifiedFacts = (row: EventDraftRow): EventFacts =>
  row.last_shown === null ? eventFactsOf(eventFieldsOf(row)) : eventFacts.parse(row.last_shown)

/** Returns what is missing before the event can be published. `now` is in milliseconds. */
export function findDraftGaps(row: EventDraftRow, now: number): PublishingGap[] {
  const fields = draftFieldsOf(row)
  return findPublishingGaps(fields, {
    ticketTypes: row.ticketTypes,
    // A published event can be corrected after it has ended.
    endsAt: row.status === 'draft' ? (wallClockToMs(fields.endsAt, fields.timeZone) ?? Infinity) : Infinity,
    now,
  })
}

const viewCounts = (
  { outsideCents, ...counts }: CancelledCounts,
  { currency, cancel_refunds: refunds }: EventDraftRow,
): ConsoleEvent['cancellation'] => ({ ...counts, refunds, outsideAmount: toMajor(outsideCents, currency) })

export async function viewEvent(
  context: Context,
  call: Pick<PromoterCall, 'client' | 'promoterId'>,
  row: EventDraftRow,
): Promise<ConsoleEvent> {
  const { promoterId } = call
  const site = siteOrigin(context, call, promoterId)
  const isCancelled = row.status === 'cancelled'
  const now = context.clock.now()
  const [counted, dates, shares] = await Promise.all([
    isCancelled ? countCancelledOrders(context.db, row.id) : null,
    row.series_id === null ? [] : listSeries(context.db, { promoterId, seriesId: row.series_id }),
    listClientShares(context.db, {
      promoterId,
      eventId: row.id,
      now: new Date(now),
      since: unpaidSince(now),
    }),
  ])
  return {
    id: row.id,
    slug: row.slug,
    status: row.status,
    version: row.version,
    fields: draftFieldsOf(row),
    codeMode: row.code_mode,
    hasChanges: row.changes !== null,
    missing: isCancelled ? [] : findDraftGaps(row, now),
    ticketTypes: row.ticketTypes,
    capacity: row.capacity,
    sold: row.sold,
    url: site === undefined ? null : site + urls.event(row.slug),
    publishedAt: row.published_at?.toISOString() ?? null,
    cancelledAt: row.cancelled_at?.toISOString() ?? null,
    cancelNote: row.cancel_note,
    holdAlarms: findUnusualHolds(shares),
    cancellation: counted && viewCounts(counted, row),
    series: dates.map(({ id, startsAt, timeZone, status }) => ({
      id,
      status,
      startsAt: wallClockOf(startsAt.getTime(), timeZone),
    })),
  }
}
