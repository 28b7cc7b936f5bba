import { fail, type ErrorCode } from '#contracts/platform/errors.ts'
import { eventFieldsInput, type EventFields } from '#model/catalog/event-drafts.ts'
import { toCents } from '#model/platform/money.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import type { Site } from '#model/sites/sites.ts'
import { findDraftRow, type DraftRow, type EventRow } from '#server/catalog/listings/event-rows.ts'
import { isUuid } from '#server/platform/ids/is-uuid.ts'
import type { EventPreview } from '#server/catalog/listings/find-event.ts'
import type { Context } from '#server/context.ts'
import { returnColumnsOf } from '#server/catalog/returns/return-offers.ts'
import { findCaller, type CallerRequest } from '#server/people/promoters/find-caller.ts'
import type { EventMoments } from './event-draft-rows.ts'
import { parseEventMoments } from './event-moments.ts'

/** Limit of previews. It allows three per second while typing, for five minutes. */
const PREVIEWING = { name: 'preview event', points: 900, seconds: 300 }

/**
 * Previews an event for callers who may read the promoter's events. `bearer`: access token from the cookie, because pages
 * are requested without an Authorization header. `fields`: the unparsed content of the form.
 */
export async function previewEvent(
  context: Context,
  request: CallerRequest & { eventId: string; fields: unknown },
): Promise<Result<{ site: Site; preview: EventPreview }, ErrorCode>> {
  const caller = await findCaller(context, request, 'events:read')
  if (!caller.success) return caller
  const { promoterId } = caller.data
  const tooMany = await context.limits.consume(PREVIEWING, promoterId)
  if (tooMany) return tooMany
  const fields = eventFieldsInput.safeParse(request.fields)
  if (!fields.success) return fail('VALIDATION_ERROR')
  const moments = parseEventMoments(fields.data)
  if (!moments.success) return moments
  const row = isUuid(request.eventId)
    ? await findDraftRow(context.db, { promoterId, id: request.eventId })
    : undefined
  if (!row) return fail('NOT_FOUND')
  return succeed({
    site: siteOf(context, promoterId, request.site),
    preview: {
      row: written(row, fields.data, moments.data),
      feesPaidBy: fields.data.feesPaidBy,
      delivery: fields.data.delivery.map(({ method, price }) => ({
        method,
        priceCents: toCents(price, fields.data.currency),
      })),
    },
  })
}

function siteOf({ sites }: Context, promoterId: string, here: Site): Site {
  const found = sites.resolve(sites.hostOf(promoterId) ?? '')
  return found.kind === 'storefront' && found.promoterId === promoterId ? found : here
}

const written = (row: DraftRow, fields: EventFields, moments: EventMoments): EventRow => ({
  ...row,
  title: fields.title,
  summary: fields.summary,
  description: fields.description,
  starts_at: moments.startsAt,
  ends_at: moments.endsAt,
  doors_at: moments.doorsAt,
  time_zone: fields.timeZone,
  venue_name: fields.venue.name,
  street: fields.venue.street,
  city: fields.venue.city,
  country: fields.venue.country,
  currency: fields.currency,
  // Fills the column `name_text` of events that are older than the column. Returns the number of filled events.
  status: row.status === 'cancelled' ? 'cancelled' : 'published',
  cover_url: fields.cover.sources.at(-1)?.url ?? '',
  cover_sources: fields.cover.sources,
  cover_focus_x: fields.cover.focusX,
  cover_focus_y: fields.cover.focusY,
  age_note: fields.ageNote,
  ...returnColumnsOf(fields),
  attendee_names: fields.attendeeNames,
  questions: fields.questions,
  visibility: fields.visibility,
  poster: fields.poster,
  gallery: fields.gallery,
  video_url: fields.videoUrl,
  line_up: fields.lineUp,
  category: fields.category,
  tags: fields.tags,
  code_mode: fields.codeMode,
  code_reveal_hours: fields.codeRevealHours,
})
