import { randomUUID } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import type { FeesPaidBy } from '#model/pricing/fee-payers.ts'
import type { LegalKind } from '#model/sites/legal.ts'
import type { ProcessingFeePaidBy, TaxesRemittedBy } from '#model/pricing/platform-terms.ts'
import type { Database } from '#server/platform/db/tables.ts'
import { insertTerms as insertTermsRow } from '#server/pricing/terms/terms-rows.ts'
import { insertLegalText as insertVersion } from '#server/sites/legal/legal-rows.ts'

/** Each factory inserts one row with its required references and returns its id. */
export interface Stage {
  promoterId: string
  host: string
  eventId: string
}

export async function insertPromoter(db: Kysely<Database>, name: string): Promise<string> {
  const id = randomUUID()
  await sql`insert into promoters (id, name, slug) values (${id}, ${name}, ${name.toLowerCase()})`.execute(db)
  await sql`insert into sites (promoter_id, site_name) values (${id}, ${name})`.execute(db)
  await sql`
    insert into hosts (host, promoter_id, verified_at) values (${`${name.toLowerCase()}.localhost`}, ${id}, now())`.execute(
    db,
  )
  return id
}

/** Inserts a version of a legal text; without promoter for the main site, with null text a removed page. */
export async function insertLegalText(
  db: Kysely<Database>,
  options: { promoterId: string | null; kind: LegalKind; version?: number; text?: string | null; at?: Date },
): Promise<void> {
  const {
    promoterId,
    kind,
    version = 1,
    text = `${kind} ${version}`,
    at = new Date('2026-03-12T12:00:00Z'),
  } = options
  await insertVersion(db, { owner: promoterId, kind, version, text, createdAt: at })
}

export interface EventOptions {
  promoterId: string
  startsAt: Date
  slug?: string
  title?: string
  currency?: string
  city?: string
  timeZone?: string
  status?: 'draft' | 'published' | 'cancelled'
  attendeeNames?: 'none' | 'optional' | 'required'
  questions?: unknown[]
  feesPaidBy?: FeesPaidBy
}

export async function insertEvent(db: Kysely<Database>, options: EventOptions): Promise<string> {
  const id = randomUUID()
  const {
    promoterId,
    startsAt,
    slug = `event-${id.slice(0, 8)}`,
    title = 'Night Shift',
    currency = 'EUR',
    city = 'Berlin',
    timeZone = 'Europe/Berlin',
    status = 'published',
    attendeeNames = 'optional',
    questions = [],
    feesPaidBy,
  } = options
  await sql`
    insert into events (id, promoter_id, slug, title, starts_at, ends_at, time_zone, venue_name, city, country, currency, status,
      attendee_names, questions)
    values (${id}, ${promoterId}, ${slug}, ${title}, ${startsAt}, ${new Date(startsAt.getTime() + 4 * 3_600_000)}, ${timeZone},
      'Kraftwerk', ${city}, 'Germany', ${currency}, ${status}, ${attendeeNames}, ${JSON.stringify(questions)}::jsonb)`.execute(
    db,
  )
  // Separate, because upgrade tests insert into schemas without the column.
  if (feesPaidBy)
    await db.updateTable('events').set({ fees_paid_by: feesPaidBy }).where('id', '=', id).execute()
  return id
}

export interface TicketTypeOptions {
  promoterId: string
  eventId: string
  name?: string
  priceCents?: number
  capacity?: number
  /** Null: limit per customer, or 10. */
  maxPerOrder?: number | null
  maxPerCustomer?: number
  saleStartsAt?: Date
  saleEndsAt?: Date
  active?: boolean
  minPerOrder?: number
  /** Hides the ticket type until the code is entered. */
  accessCode?: string
  followsId?: string
  poolId?: string
}

export async function insertTicketType(db: Kysely<Database>, options: TicketTypeOptions): Promise<string> {
  const id = randomUUID()
  const type = { ...USUAL_TYPE, ...options }
  const { promoterId, accessCode = null } = type
  await db
    .insertInto('ticket_types')
    .values({
      id,
      promoter_id: promoterId,
      event_id: type.eventId,
      name: type.name,
      price_cents: type.priceCents,
      min_per_order: type.minPerOrder,
      max_per_order: type.maxPerOrder,
      max_per_customer: type.maxPerCustomer,
      sale_starts_at: type.saleStartsAt,
      sale_ends_at: type.saleEndsAt,
      active: type.active,
      is_hidden: accessCode !== null,
      access_code: accessCode,
      follows_id: type.followsId,
    })
    .execute()
  await db
    .insertInto('inventory')
    .values({ ticket_type_id: id, promoter_id: promoterId, capacity: type.capacity, pool_id: type.poolId })
    .execute()
  return id
}

const USUAL_TYPE = {
  name: 'General admission',
  priceCents: 2500,
  capacity: 100,
  minPerOrder: 1,
  maxPerOrder: 10,
  active: true,
}

export async function insertPool(
  db: Kysely<Database>,
  options: { promoterId: string; eventId: string; capacity: number },
): Promise<string> {
  const id = randomUUID()
  await sql`
    insert into capacity_pools (id, promoter_id, event_id, name, capacity)
    values (${id}, ${options.promoterId}, ${options.eventId}, 'The room', ${options.capacity})`.execute(db)
  return id
}

export interface FeeOptions {
  promoterId?: string
  eventId?: string
  currency?: string
  ticketBaseCents?: number
  ticketBasisPoints?: number
  orderBaseCents?: number
  orderBasisPoints?: number
}

/** The platform takes what buyers are charged, until other terms are inserted. Terms don't depend on events. */
export async function insertFees(db: Kysely<Database>, options: FeeOptions): Promise<void> {
  await sql`
    insert into fee_configurations (promoter_id, event_id, currency, ticket_base_cents, ticket_basis_points, order_base_cents,
      order_basis_points)
    values (${options.promoterId ?? null}, ${options.eventId ?? null}, ${options.currency ?? 'EUR'},
      ${options.ticketBaseCents ?? 0}, ${options.ticketBasisPoints ?? 0}, ${options.orderBaseCents ?? 0},
      ${options.orderBasisPoints ?? 0})
    on conflict (promoter_id, event_id, currency) do update
    set ticket_base_cents = excluded.ticket_base_cents, ticket_basis_points = excluded.ticket_basis_points,
      order_base_cents = excluded.order_base_cents, order_basis_points = excluded.order_basis_points`.execute(
    db,
  )
  const { eventId, ...terms } = options
  if (eventId === undefined) await insertTerms(db, terms)
}

export interface TermsOptions extends Omit<FeeOptions, 'eventId'> {
  ticketMinimumCents?: number
  processingFeePaidBy?: ProcessingFeePaidBy
  taxesRemittedBy?: TaxesRemittedBy
  /** Since ever, if omitted; replaces earlier terms of the same time. */
  effectiveFrom?: Date
}

/** Terms of a promoter, else the default ones; they take nothing, if nothing is given. */
export const insertTerms = (db: Kysely<Database>, options: TermsOptions): Promise<number> =>
  insertTermsRow(db, {
    promoterId: null,
    currency: 'EUR',
    followsDefault: false,
    ticketBaseCents: 0,
    ticketBasisPoints: 0,
    ticketMinimumCents: 0,
    orderBaseCents: 0,
    orderBasisPoints: 0,
    processingFeePaidBy: 'platform',
    taxesRemittedBy: 'promoter',
    effectiveFrom: new Date(0),
    createdBy: null,
    now: new Date(),
    ...options,
  })

export interface PromoOptions {
  promoterId: string
  code: string
  percent?: number
  amountCents?: number
  /** True when the code unlocks the hidden ticket types that it names. */
  reveals?: boolean
  maxDiscountCents?: number
  maxUses?: number
  maxUsesPerCustomer?: number
  eventId?: string
  ticketTypeIds?: string[]
  startsAt?: Date
  endsAt?: Date
}

export async function insertPromo(db: Kysely<Database>, options: PromoOptions): Promise<string> {
  const id = randomUUID()
  await db
    .insertInto('promo_codes')
    .values({
      id,
      promoter_id: options.promoterId,
      event_id: options.eventId,
      code: options.code,
      ...discountColumns(options),
      max_discount_cents: options.maxDiscountCents,
      reveals: options.reveals,
      starts_at: options.startsAt,
      ends_at: options.endsAt,
      max_uses: options.maxUses,
      max_uses_per_customer: options.maxUsesPerCustomer,
    })
    .execute()
  for (const ticketTypeId of options.ticketTypeIds ?? []) {
    await sql`
      insert into promo_code_ticket_types (promoter_id, promo_code_id, ticket_type_id)
      values (${options.promoterId}, ${id}, ${ticketTypeId})`.execute(db)
  }
  return id
}

const discountColumns = ({ amountCents, maxDiscountCents, percent = 10 }: PromoOptions) =>
  amountCents === undefined
    ? {
        discount_type: 'percentage',
        basis_points: percent * 100,
        currency: maxDiscountCents === undefined ? null : 'EUR',
      }
    : { discount_type: 'fixed', amount_cents: amountCents, currency: 'EUR' }

export interface TaxOptions {
  promoterId: string
  included?: boolean
  rounding?: 'per_line' | 'per_rate' | 'keep_gross'
  /** By ticket type: names with rates in millionths. */
  ticketTypes: Readonly<Record<string, readonly (readonly [name: string, rateMillionths: number])[]>>
}

export async function insertTaxes(db: Kysely<Database>, options: TaxOptions): Promise<void> {
  const { promoterId, included = true, rounding = 'per_line', ticketTypes } = options
  await sql`
    update promoters set prices_include_tax = ${included}, tax_rounding = ${rounding} where id = ${promoterId}`.execute(
    db,
  )
  for (const [ticketTypeId, rates] of Object.entries(ticketTypes)) {
    for (const [position, [name, rate]] of rates.entries()) {
      await sql`
        insert into tax_rates (promoter_id, name, rate_millionths) values (${promoterId}, ${name}, ${rate})
        on conflict (promoter_id, name, rate_millionths) do nothing`.execute(db)
      await sql`
        insert into ticket_type_taxes (promoter_id, ticket_type_id, tax_rate_id, position)
        select ${promoterId}, ${ticketTypeId}, id, ${position} from tax_rates
        where promoter_id = ${promoterId} and name = ${name} and rate_millionths = ${rate}`.execute(db)
    }
  }
}
