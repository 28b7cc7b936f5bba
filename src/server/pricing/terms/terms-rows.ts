import { sql, type RawBuilder } from 'kysely'
import type { PlatformTerms } from '#model/pricing/platform-terms.ts'
import { queryRow, execute, hasRow, queryRows, type Db, type Trx } from '#server/platform/db/query.ts'

export interface TermsInEffect extends PlatformTerms {
  id: number
}

const columns = sql`
  t.id, t.ticket_base_cents as "ticketBaseCents", t.ticket_basis_points as "ticketBasisPoints",
  t.ticket_minimum_cents as "ticketMinimumCents", t.order_base_cents as "orderBaseCents", t.order_basis_points as "orderBasisPoints",
  t.processing_fee_paid_by as "processingFeePaidBy", t.taxes_remitted_by as "taxesRemittedBy"`

/** SQL of the terms in effect for an event `e`: its promoter's own terms, or else the default terms. */
export const termsInEffect = (now: Date): RawBuilder<unknown> => sql`
  select ${columns} from (
    select * from (
      select own.* from platform_terms own
      where own.promoter_id = e.promoter_id and own.currency = e.currency and own.effective_from <= ${now}::timestamptz
      order by own.effective_from desc, own.id desc limit 1
    ) own
    where not own.follows_default
    union all
    (
      select standard.* from platform_terms standard
      where standard.promoter_id is null and standard.currency = e.currency and standard.effective_from <= ${now}::timestamptz
      order by standard.effective_from desc, standard.id desc limit 1
    )
  ) t
  order by t.promoter_id is null limit 1`

/** False if the platform has never had terms. Then it takes no share. */
export function hasPlatformTerms(db: Db): Promise<boolean> {
  return hasRow(db)`select from platform_terms limit 1`
}

/**
 * True when an event with paid tickets would be sold in a currency without terms. The platform would then get no
 * share and still pay the provider's fee. False when the platform has never had terms in any currency, because it
 * then takes no share anyway.
 */
export function lacksTermsForCurrency(
  db: Db,
  find: { promoterId: string; eventId: string; currency: string; now: Date },
): Promise<boolean> {
  const { promoterId, eventId, currency, now } = find
  return hasRow(db)`
    select from (select ${promoterId}::uuid as promoter_id, ${currency}::text as currency) e
    where exists (select from ticket_types t where t.event_id = ${eventId} and t.active and t.price_cents > 0)
      and exists (select from platform_terms) and not exists (${termsInEffect(now)})`
}

/** SQL of who pays the provider's fee and who remits the taxes of an order `o`, by its terms. */
export const remittanceSql = sql`
  coalesce((select t.processing_fee_paid_by from platform_terms t where t.id = o.terms_id), 'platform') as "processingFeePaidBy",
  coalesce((select t.taxes_remitted_by from platform_terms t where t.id = o.terms_id), 'promoter') as "taxesRemittedBy"`

/** A change of terms. `promoterId` is null for the default. */
export interface TermsRow extends TermsInEffect {
  promoterId: string | null
  currency: string
  followsDefault: boolean
  effectiveFrom: Date
  createdAt: Date
  /** Name of the operator. Null when the account was deleted, and for terms that the installation created. */
  createdBy: string | null
}

const listed = sql`
  ${columns}, t.promoter_id as "promoterId", t.currency, t.follows_default as "followsDefault", t.effective_from as "effectiveFrom",
  t.created_at as "createdAt",
  (select coalesce(nullif(trim(a.first_name || ' ' || a.last_name), ''), a.email) from accounts a where a.id = t.created_by) as "createdBy"`

/**
 * Changes of the default terms, the latest first. Of two changes at the same time, the first one in the list applies.
 */
export function listDefaultTerms(db: Db): Promise<TermsRow[]> {
  return queryRows<TermsRow>(db)`
    select ${listed} from platform_terms t where t.promoter_id is null
    order by t.currency, t.effective_from desc, t.id desc`
}

export function listTermsOfPromoter(db: Db, promoterId: string): Promise<TermsRow[]> {
  return queryRows<TermsRow>(db)`
    select ${listed} from platform_terms t where t.promoter_id = ${promoterId} or t.promoter_id is null
    order by t.currency, t.effective_from desc, t.id desc`
}

export function listPromoterTerms(db: Db): Promise<(TermsRow & { name: string })[]> {
  return queryRows<TermsRow & { name: string }>(db)`
    select ${listed}, p.name from platform_terms t join promoters p on p.id = t.promoter_id
    order by p.name, p.id, t.currency, t.effective_from desc, t.id desc`
}

export async function findPromoterName(db: Db, promoterId: string): Promise<string | undefined> {
  const row = await db.selectFrom('promoters').select('name').where('id', '=', promoterId).executeTakeFirst()
  return row?.name
}

export async function listCurrenciesInUse(db: Db): Promise<string[]> {
  const rows = await queryRows<{ currency: string }>(db)`
    select currency from promoters union select currency from events order by currency`
  return rows.map(({ currency }) => currency)
}

export async function listPromoterCurrencies(db: Db, promoterId: string): Promise<string[]> {
  const rows = await queryRows<{ currency: string }>(db)`
    select currency from promoters where id = ${promoterId}
    union select currency from events where promoter_id = ${promoterId}
    union select currency from platform_terms where promoter_id = ${promoterId}
    order by currency`
  return rows.map(({ currency }) => currency)
}

export async function lockPlatformTerms(trx: Trx): Promise<void> {
  await execute(trx)`select pg_advisory_xact_lock(hashtextextended('platform_terms', 0))`
}

export async function insertTerms(
  trx: Db,
  terms: PlatformTerms & {
    promoterId: string | null
    currency: string
    followsDefault: boolean
    effectiveFrom: Date
    createdBy: string | null
    now: Date
  },
): Promise<number> {
  const row = await queryRow<{ id: number }>(trx)`
    insert into platform_terms (promoter_id, currency, follows_default, ticket_base_cents, ticket_basis_points, ticket_minimum_cents,
      order_base_cents, order_basis_points, processing_fee_paid_by, taxes_remitted_by, effective_from, created_at, created_by)
    values (${terms.promoterId}, ${terms.currency}, ${terms.followsDefault}, ${terms.ticketBaseCents}, ${terms.ticketBasisPoints},
      ${terms.ticketMinimumCents}, ${terms.orderBaseCents}, ${terms.orderBasisPoints}, ${terms.processingFeePaidBy},
      ${terms.taxesRemittedBy}, ${terms.effectiveFrom}, ${terms.now}, ${terms.createdBy})
    returning id`
  if (!row) throw new Error('Inserted terms have no id.')
  return row.id
}

export interface TermsOwner {
  accountId: string
  promoterId: string
}

/**
 * Returns the owners of the promoter. For a change of the default terms (`promoterId` is null), the owners of all
 * promoters who sell in the currency and follow the default terms at that time.
 */
export function listAffectedOwners(
  db: Db,
  change: { promoterId: string | null; currency: string; effectiveFrom: Date },
): Promise<TermsOwner[]> {
  const { promoterId, currency, effectiveFrom } = change
  return queryRows<TermsOwner>(db)`
    select m.account_id as "accountId", m.promoter_id as "promoterId"
    from members m join promoters p on p.id = m.promoter_id
    where m.role = 'owner' and case
      when ${promoterId}::uuid is not null then p.id = ${promoterId}::uuid
      else not p.is_demo
        and (p.currency = ${currency} or exists (select from events e where e.promoter_id = p.id and e.currency = ${currency}))
        and coalesce((
          select t.follows_default from platform_terms t
          where t.promoter_id = p.id and t.currency = ${currency} and t.effective_from <= ${effectiveFrom}
          order by t.effective_from desc, t.id desc limit 1), true)
      end
    order by m.promoter_id, m.account_id`
}
