import { sql, type RawBuilder } from 'kysely'
import type { Category } from '#model/catalog/categories.ts'
import type { CodeMode } from '#model/catalog/codes/code-modes.ts'
import type { EventFacts } from '#model/catalog/event-changes.ts'
import type { EventFields } from '#model/catalog/event-drafts.ts'
import type { FeesPaidBy } from '#model/pricing/fee-payers.ts'
import { toCents } from '#model/platform/money.ts'
import { execute, hasRow, queryRow, queryRows, type Db } from '#server/platform/db/query.ts'
import type { CodeColumns } from '#server/catalog/codes/code-rows.ts'
import { returnColumnsOf, type ReturnColumns } from '#server/catalog/returns/return-offers.ts'
import { eventCapacity } from '#server/catalog/ticket-types/event-capacity-rows.ts'

export interface EventDraftRow extends ReturnColumns, CodeColumns {
  id: string
  slug: string
  status: 'draft' | 'published' | 'cancelled'
  version: number
  title: string
  summary: string
  description: string
  starts_at: Date
  ends_at: Date
  doors_at: Date | null
  time_zone: string
  venue_name: string
  street: string
  city: string
  country: string
  currency: string
  age_note: string
  attendee_names: 'none' | 'optional' | 'required'
  questions: unknown
  fees_paid_by: FeesPaidBy
  holds_need_account: boolean
  ticket_transfers: boolean
  transfer_cutoff_hours: number
  visibility: 'public' | 'unlisted' | 'code'
  access_code: string
  cover_sources: unknown
  cover_focus_x: number
  cover_focus_y: number
  line_up: unknown
  poster: unknown
  gallery: unknown
  video_url: string
  category: Category | null
  tags: string[]
  series_id: string | null
  published_at: Date | null
  cancelled_at: Date | null
  cancel_note: string
  cancel_refunds: boolean
  changes: unknown
  last_shown: unknown
  delivery: { method: 'will_call' | 'post'; priceCents: number }[]
  ticketTypes: number
  capacity: number
  sold: number
}

const columns = sql`
  e.id, e.slug, e.status, e.version, e.title, e.summary, e.description, e.starts_at, e.ends_at, e.doors_at, e.time_zone,
  e.venue_name, e.street, e.city, e.country, e.currency, e.age_note, e.attendee_names, e.questions, e.fees_paid_by, e.return_days, e.return_fee_basis_points, e.return_fee_cents, e.returns_fees, e.return_as, e.voucher_in_full, e.holds_need_account, e.ticket_transfers, e.transfer_cutoff_hours, e.code_mode, e.code_reveal_hours, e.visibility, e.access_code,
  e.cover_sources, e.cover_focus_x, e.cover_focus_y, e.poster, e.gallery, e.video_url, e.line_up, e.category, e.tags, e.series_id, e.published_at, e.cancelled_at, e.cancel_note,
  e.cancel_refunds, e.changes, e.last_shown,
  coalesce((
    select jsonb_agg(jsonb_build_object('method', d.method, 'priceCents', d.price_cents) order by d.method)
    from delivery_options d where d.event_id = e.id), '[]') as delivery, counted.*`

const counters = sql`
  lateral (
    select count(*) filter (where t.active)::int as "ticketTypes", ${eventCapacity(sql`e.id`)} as capacity,
      coalesce(sum(i.sold), 0)::int as sold
    from ticket_types t join inventory i on i.ticket_type_id = t.id where t.event_id = e.id
  ) counted`

interface Find {
  promoterId: string
  id: string
}

export function findEventDraft(db: Db, find: Find): Promise<EventDraftRow | undefined> {
  return queryRow<EventDraftRow>(db)`
    select ${columns} from events e, ${counters}
    where e.promoter_id = ${find.promoterId} and e.id = ${find.id}`
}

export async function lockEventDraft(trx: Db, find: Find): Promise<EventDraftRow | undefined> {
  const rows = await queryRows(trx)`
    select from events where promoter_id = ${find.promoterId} and id = ${find.id} for no key update`
  return rows.length > 0 ? findEventDraft(trx, find) : undefined
}

export interface EventMoments {
  startsAt: Date
  endsAt: Date
  doorsAt: Date | null
}

export interface NewEvent extends Find {
  slug: string
  fields: EventFields
  moments: EventMoments
  seriesId: string | null
  now: Date
}

export async function insertEvent(trx: Db, event: NewEvent): Promise<void> {
  const { promoterId, id, slug, fields, moments, now } = event
  await execute(trx)`
    insert into events (promoter_id, id, slug, title, starts_at, ends_at, time_zone, venue_name, city, country, currency,
      series_id, created_at, updated_at)
    values (${promoterId}, ${id}, ${slug}, ${fields.title}, ${moments.startsAt}, ${moments.endsAt}, ${fields.timeZone},
      '', '', '', ${fields.currency}, ${event.seriesId}, ${now}, ${now})`
  await updateEventFields(trx, event)
}

export async function updateEventFields(trx: Db, write: Omit<NewEvent, 'slug' | 'seriesId'>): Promise<void> {
  const { promoterId, id, fields, moments, now } = write
  const { venue, cover } = fields
  const returns = returnColumnsOf(fields)
  await execute(trx)`
    update events set title = ${fields.title}, summary = ${fields.summary}, description = ${fields.description},
      starts_at = ${moments.startsAt}, ends_at = ${moments.endsAt}, doors_at = ${moments.doorsAt},
      time_zone = ${fields.timeZone}, venue_name = ${venue.name}, street = ${venue.street}, city = ${venue.city},
      country = ${venue.country}, currency = ${fields.currency}, age_note = ${fields.ageNote},
      attendee_names = ${fields.attendeeNames}, questions = ${JSON.stringify(fields.questions.map(withoutBlanks))}::jsonb,
      return_days = ${returns.return_days}, return_fee_basis_points = ${returns.return_fee_basis_points},
      return_fee_cents = ${returns.return_fee_cents}, returns_fees = ${returns.returns_fees},
      return_as = ${returns.return_as}, voucher_in_full = ${returns.voucher_in_full},
      fees_paid_by = ${fields.feesPaidBy}, holds_need_account = ${fields.holdsNeedAccount},
      ticket_transfers = ${fields.ticketTransfers}, transfer_cutoff_hours = ${fields.transferCutoffHours},
      ${codeSets(fields.codeMode, now)},
      code_reveal_hours = ${fields.codeRevealHours},
      visibility = ${fields.visibility}, access_code = ${fields.accessCode},
      cover_url = ${cover.sources.at(-1)?.url ?? ''}, cover_sources = ${JSON.stringify(cover.sources)}::jsonb,
      cover_focus_x = ${cover.focusX}, cover_focus_y = ${cover.focusY},
      poster = ${fields.poster && JSON.stringify(fields.poster)}::jsonb, gallery = ${JSON.stringify(fields.gallery)}::jsonb,
      video_url = ${fields.videoUrl}, line_up = ${JSON.stringify(fields.lineUp)}::jsonb, category = ${fields.category},
      tags = ${fields.tags}::text[], updated_at = ${now}
    where promoter_id = ${promoterId} and id = ${id}`
  await execute(trx)`delete from delivery_options where promoter_id = ${promoterId} and event_id = ${id}`
  for (const { method, price } of fields.delivery)
    await execute(trx)`
      insert into delivery_options (promoter_id, event_id, method, price_cents)
      values (${promoterId}, ${id}, ${method}, ${toCents(price, fields.currency)})`
}

/**
 * Columns to set when the mode of codes changes. `codes_withheld_since` is kept while codes are already withheld,
 * because some holders haven't been emailed them yet. It becomes null for live codes, which replace all codes emailed
 * before.
 */
const codeSets = (codeMode: CodeMode, now: Date) => sql`
  code_mode_changes = code_mode_changes + (code_mode <> ${codeMode} and 'live' in (code_mode, ${codeMode}))::int,
  codes_withheld_since = case
    when ${codeMode} = 'live' then null
    when codes_withheld or ${codeMode} = 'open' then codes_withheld_since
    else ${now}::timestamptz end,
  codes_withheld = codes_withheld or ${codeMode} <> 'open', code_mode = ${codeMode}`

const withoutBlanks = (question: EventFields['questions'][number]) => ({
  ...question,
  choices: question.choices.filter((choice) => choice !== ''),
})

/** Updates columns other than the editable fields, and increments the version. */
export async function updateEventState(
  trx: Db,
  change: Find & {
    now: Date
    changes?: EventFields | null
    lastShown?: EventFacts | null
    slug?: string
  } & (
      | { status?: 'draft' | 'published'; cancel?: never }
      | { status?: never; cancel: { note: string; refunds: boolean } }
    ),
): Promise<void> {
  const { promoterId, id, now, changes, lastShown, slug, cancel } = change
  const status = cancel ? 'cancelled' : change.status
  const sets: RawBuilder<unknown>[] = [
    sql`version = version + 1`,
    sql`updated_at = ${now}`,
    ...(changes === undefined ? [] : [sql`changes = ${changes && JSON.stringify(changes)}::jsonb`]),
    ...(lastShown === undefined ? [] : [sql`last_shown = ${lastShown && JSON.stringify(lastShown)}::jsonb`]),
    ...(status === undefined ? [] : [sql`status = ${status}`]),
    ...(status === 'published' ? [sql`published_at = coalesce(published_at, ${now})`] : []),
    ...(slug === undefined ? [] : [sql`slug = ${slug}`]),
    ...(cancel
      ? [sql`cancelled_at = ${now}, cancel_note = ${cancel.note}, cancel_refunds = ${cancel.refunds}`]
      : []),
  ]
  await execute(trx)`
    update events set ${sql.join(sets)} where promoter_id = ${promoterId} and id = ${id}`
}

/**
 * Returns the first candidate that is free, or else a generated slug. No other call with the
 * same first candidate can take a slug until the transaction ends.
 */
export async function findFreeSlug(
  trx: Db,
  { candidates, ownId, otherwise }: { candidates: readonly string[]; ownId: string; otherwise: string },
): Promise<string> {
  await execute(trx)`select pg_advisory_xact_lock(hashtextextended(${`slug ${candidates[0] ?? ''}`}, 0))`
  const rows = await queryRows<{ slug: string }>(trx)`
    select slug from events where slug = any(${candidates}) and id <> ${ownId}`
  const taken = new Set(rows.map((row) => row.slug))
  return candidates.find((slug) => !taken.has(slug)) ?? `${candidates[0]}-${otherwise}`
}

export function hasTicketTypes(db: Db, find: Find): Promise<boolean> {
  return hasRow(db)`
    select from ticket_types where promoter_id = ${find.promoterId} and event_id = ${find.id} limit 1`
}

export async function listTicketTypeIds(db: Db, eventId: string): Promise<string[]> {
  const rows = await db.selectFrom('ticket_types').select('id').where('event_id', '=', eventId).execute()
  return rows.map(({ id }) => id)
}

/** Records the images that an event uses, published or not. Returns the images that it no longer uses. */
export async function replaceEventImages(
  trx: Db,
  write: Find & { urls: readonly string[] },
): Promise<string[]> {
  const { promoterId, id, urls } = write
  const rows = await queryRows<{ url: string }>(trx)`
    delete from event_pictures where promoter_id = ${promoterId} and event_id = ${id} and url <> all(${urls})
    returning url`
  await execute(trx)`
    insert into event_pictures (promoter_id, event_id, url)
    select ${promoterId}, ${id}, url from unnest(${urls}::text[]) as url on conflict do nothing`
  return rows.map((row) => row.url)
}

/** Deletes all rows that belong to the event. Fails when rows outside the event refer to it. */
export async function deleteEventRows(trx: Db, { promoterId, id }: Find): Promise<void> {
  for (const table of ['ticket_types', 'capacity_pools'] as const)
    await execute(trx)`delete from ${sql.table(table)} where promoter_id = ${promoterId} and event_id = ${id}`
  await execute(trx)`delete from events where promoter_id = ${promoterId} and id = ${id}`
}
