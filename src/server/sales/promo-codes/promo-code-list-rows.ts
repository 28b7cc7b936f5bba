import { sql } from 'kysely'
import type { PromoFilters, PromoState } from '#contracts/console/pricing/promo-codes.ts'
import { execute, queryRows, type Db, type Trx } from '#server/platform/db/query.ts'
import type { ListPosition } from '#server/platform/ids/list-cursor.ts'
import { revenueCentsOf, sumAllTime } from '#server/platform/report-totals/sum-rows.ts'

export interface StoredTerms {
  discountType: 'percentage' | 'fixed'
  basisPoints: number | null
  amountCents: number | null
  maxDiscountCents: number | null
  currency: string | null
  startsAt: Date | null
  endsAt: Date | null
  maxUses: number | null
  maxUsesPerCustomer: number | null
  eventId: string | null
  /**
   * True unless all ticket types of the code were deleted. If false, `ticketTypeIds` is empty and the code is valid for
   * none.
   */
  isAllTypes: boolean
  ticketTypeIds: string[]
  reveals: boolean
  active: boolean
}

export interface PromoCodeListRow extends StoredTerms {
  id: string
  version: number
  code: string
  state: PromoState
  used: number
  reserved: number
  batchId: string | null
  createdAt: Date
  revenue: { currency: string; cents: number }[]
}

/** SQL for the state of a code. Checks in the same order as for buyers (`model/pricing/promo.ts`). */
const stateAt = (now: Date) => sql`
  case when not c.active then 'off' when c.ends_at <= ${now} then 'ended'
    when c.used + c.reserved >= c.max_uses then 'used_up' when c.starts_at > ${now} then 'scheduled' else 'active' end`

const columnsAt = (now: Date) => sql`
  c.id, c.version, c.code, c.discount_type as "discountType", c.basis_points as "basisPoints", c.amount_cents as "amountCents",
  c.max_discount_cents as "maxDiscountCents", c.currency, c.starts_at as "startsAt", c.ends_at as "endsAt",
  c.max_uses as "maxUses", c.max_uses_per_customer as "maxUsesPerCustomer", c.event_id as "eventId", c.is_all_types as "isAllTypes",
  c.reveals, c.active, c.used, c.reserved, c.batch_id as "batchId", date_trunc('milliseconds', c.created_at) as "createdAt", ${stateAt(now)} as state,
  array(select t.ticket_type_id::text from promo_code_ticket_types t where t.promo_code_id = c.id order by 1)
    as "ticketTypeIds"`

export interface PromoPage extends PromoFilters {
  promoterId: string
  now: Date
  after?: ListPosition | undefined
  limit: number
}

/** Lists codes, newest first. Times have millisecond precision, like cursors. */
export async function listPromoCodePage(db: Db, page: PromoPage): Promise<PromoCodeListRow[]> {
  const { promoterId, q, state, eventId, batchId, now, after, limit } = page
  const place = sql`date_trunc('milliseconds', c.created_at)`
  const rows = await queryRows<Omit<PromoCodeListRow, 'revenue'>>(db)`
    select ${columnsAt(now)} from promo_codes c
    where c.promoter_id = ${promoterId}
      ${q ? sql`and position(${q.toUpperCase()} in c.code) > 0` : sql``}
      ${state ? sql`and (${stateAt(now)}) = ${state}` : sql``}
      ${eventId ? sql`and c.event_id = ${eventId}` : sql``}
      ${batchId ? sql`and c.batch_id = ${batchId}` : sql``}
      ${after ? sql`and (${place} < ${after.at} or (${place} = ${after.at} and c.id > ${after.id}))` : sql``}
    order by ${place} desc, c.id limit ${limit}`
  return withRevenue(db, promoterId, rows)
}

async function withRevenue(
  db: Db,
  promoterId: string,
  promos: readonly Omit<PromoCodeListRow, 'revenue'>[],
): Promise<PromoCodeListRow[]> {
  const sums = await sumAllTime(db, { promoterId, dimension: 'promo', keys: promos.map(({ id }) => id) })
  const byPromo = Map.groupBy(
    sums.filter(({ orders }) => orders > 0),
    ({ key }) => key,
  )
  return promos.map((promo) => ({
    ...promo,
    revenue: (byPromo.get(promo.id) ?? []).map((sum) => ({
      currency: sum.currency,
      cents: revenueCentsOf(sum),
    })),
  }))
}

export async function findPromoCodeListRow(
  db: Db,
  find: { promoterId: string; id: string; now: Date },
): Promise<PromoCodeListRow | undefined> {
  const rows = await queryRows<Omit<PromoCodeListRow, 'revenue'>>(db)`
    select ${columnsAt(find.now)} from promo_codes c
    where c.promoter_id = ${find.promoterId} and c.id = ${find.id}`
  const [promo] = await withRevenue(db, find.promoterId, rows)
  return promo
}

interface NewPromos {
  promoterId: string
  batchId: string | null
  codes: readonly (StoredTerms & { code: string })[]
  now: Date
}

export function insertPromoCodes(trx: Trx, { promoterId, batchId, codes, now }: NewPromos) {
  return queryRows<{ id: string; code: string }>(trx)`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(codes)}::jsonb) as g (code text, "discountType" text, "basisPoints" int,
        "amountCents" bigint, "maxDiscountCents" bigint, currency text, "startsAt" timestamptz, "endsAt" timestamptz,
        "maxUses" int, "maxUsesPerCustomer" int, "eventId" uuid, "isAllTypes" boolean, reveals boolean, active boolean, "ticketTypeIds" jsonb)
    ), written as (
      insert into promo_codes (promoter_id, batch_id, code, discount_type, basis_points, amount_cents, max_discount_cents,
        currency, starts_at, ends_at, max_uses, max_uses_per_customer, event_id, is_all_types, reveals, active, created_at)
      select ${promoterId}, ${batchId}::uuid, code, "discountType", "basisPoints", "amountCents", "maxDiscountCents", currency,
        "startsAt", "endsAt", "maxUses", "maxUsesPerCustomer", "eventId", "isAllTypes", reveals, active, ${now} from given
      on conflict (promoter_id, code) do nothing returning id, code
    ), scoped as (
      insert into promo_code_ticket_types (promoter_id, promo_code_id, ticket_type_id)
      select ${promoterId}, w.id, t::uuid from written w join given g using (code)
        cross join lateral jsonb_array_elements_text(g."ticketTypeIds") t
    )
    select id, code from written`
}

export async function updatePromoCode(
  trx: Trx,
  change: StoredTerms & { promoterId: string; id: string; code: string },
): Promise<void> {
  const { promoterId, id } = change
  await execute(trx)`
    update promo_codes set version = version + 1, code = ${change.code}, discount_type = ${change.discountType},
      basis_points = ${change.basisPoints}, amount_cents = ${change.amountCents},
      max_discount_cents = ${change.maxDiscountCents}, currency = ${change.currency}, starts_at = ${change.startsAt},
      ends_at = ${change.endsAt}, max_uses = ${change.maxUses}, max_uses_per_customer = ${change.maxUsesPerCustomer},
      event_id = ${change.eventId}, is_all_types = ${change.isAllTypes}, reveals = ${change.reveals}, active = ${change.active}
    where id = ${id} and promoter_id = ${promoterId}`
  await execute(trx)`
    delete from promo_code_ticket_types where promo_code_id = ${id} and promoter_id = ${promoterId}`
  await execute(trx)`
    insert into promo_code_ticket_types (promoter_id, promo_code_id, ticket_type_id)
    select ${promoterId}, ${id}, t from unnest(${change.ticketTypeIds}::uuid[]) t`
}

export async function deletePromoCodeRow(trx: Trx, promo: { promoterId: string; id: string }): Promise<void> {
  await execute(trx)`delete from promo_codes where id = ${promo.id} and promoter_id = ${promo.promoterId}`
}
