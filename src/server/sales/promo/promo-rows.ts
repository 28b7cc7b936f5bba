import { sql } from 'kysely'
import type { PromoTerms } from '#model/pricing/promo.ts'
import { execute, queryRow, type Db, type Trx } from '#server/platform/db/query.ts'

export interface PromoRow extends PromoTerms {
  id: string
  code: string
  discountType: 'percentage' | 'fixed'
  basisPoints: number | null
  amountCents: number | null
  maxDiscountCents: number | null
  currency: string | null
  reserved: number
  used: number
}

interface StoredPromo {
  id: string
  code: string
  discount_type: 'percentage' | 'fixed'
  basis_points: number | null
  amount_cents: number | null
  max_discount_cents: number | null
  currency: string | null
  starts_at: Date | null
  ends_at: Date | null
  max_uses: number | null
  max_uses_per_customer: number | null
  event_id: string | null
  active: boolean
  reserved: number
  used: number
  is_all_types: boolean
  ticket_type_ids: string[]
}

const columns = sql`
  c.id, c.code, c.discount_type, c.basis_points, c.amount_cents, c.max_discount_cents, c.currency, c.starts_at, c.ends_at,
  c.max_uses, c.max_uses_per_customer, c.event_id, c.active, c.reserved, c.used,
  c.is_all_types, array(select t.ticket_type_id from promo_code_ticket_types t where t.promo_code_id = c.id) as ticket_type_ids`

interface PromoKey {
  promoterId: string
  code: string
}

export async function findPromo(db: Db, key: PromoKey): Promise<PromoRow | undefined> {
  const row = await queryRow<StoredPromo>(db)`
    select ${columns} from promo_codes c
    where c.promoter_id = ${key.promoterId} and c.code = ${key.code.toUpperCase()}`
  return row && toPromoRow(row)
}

/** Locks the codes that placing an order affects, in the order of their ids: the requested code and that of the pending order. */
export async function lockPromosOfCart(
  trx: Trx,
  lock: { promoterId: string; code: string | undefined; cartId: string },
): Promise<void> {
  await execute(trx)`
    select id from promo_codes
    where (promoter_id = ${lock.promoterId} and code = ${lock.code?.toUpperCase() ?? ''})
      or id in (select promo_code_id from orders where cart_id = ${lock.cartId} and status = 'pending')
    order by id for update`
}

/** Locks the codes of an order and of its cart's pending order, in the order of their ids. */
export async function lockPromosOfReplacedOrder(
  trx: Trx,
  { id, cartId }: { id: string; cartId: string },
): Promise<void> {
  await execute(trx)`
    select id from promo_codes
    where id in (select promo_code_id from orders where id = ${id} or (cart_id = ${cartId} and status = 'pending'))
    order by id for update`
}

/**
 * Locks a code, so that buyers' uses are counted one after the other. The returned reserved uses exclude those of pending
 * orders past their expiry.
 */
export async function lockPromo(
  trx: Trx,
  lock: { promoCodeId: string; now: Date },
): Promise<PromoRow | undefined> {
  const row = await queryRow<StoredPromo>(trx)`
    select ${columns} from promo_codes c where c.id = ${lock.promoCodeId} for update of c`
  if (!row) return undefined
  const lapsed = await countLapsed(trx, lock)
  return toPromoRow({ ...row, reserved: row.reserved - lapsed })
}

/** Counts reserved uses of pending orders past their expiry that no job has released yet. */
async function countLapsed(db: Db, find: { promoCodeId: string; now: Date }): Promise<number> {
  const row = await queryRow<{ count: number }>(db)`
    select count(*)::int as count from orders
    where promo_code_id = ${find.promoCodeId} and status = 'pending' and expires_at <= ${find.now}`
  return row?.count ?? 0
}

export async function countPromoUsesOf(
  db: Db,
  find: { promoCodeId: string; email: string; now: Date },
): Promise<number> {
  const row = await queryRow<{ count: number }>(db)`
    select count(*)::int as count from orders
    where promo_code_id = ${find.promoCodeId} and email = ${find.email}
      and (status in ('paid', 'partially_refunded') or (status = 'pending' and expires_at > ${find.now}))`
  return row?.count ?? 0
}

export async function reservePromoUse(trx: Trx, promoCodeId: string): Promise<void> {
  await execute(trx)`update promo_codes set reserved = reserved + 1 where id = ${promoCodeId}`
}

/** Releases one use per element of the list, so that two expired orders with the same code release two. */
export async function releasePromoUse(trx: Trx, promoCodeIds: readonly string[]): Promise<void> {
  await execute(trx)`
    with locked as (select id from promo_codes where id = any(${promoCodeIds}::uuid[]) order by id for update)
    update promo_codes c set reserved = c.reserved - v.count
    from locked, (select id, count(*)::int as count from unnest(${promoCodeIds}::uuid[]) ids (id) group by id) v
    where c.id = v.id and c.id = locked.id`
}

export interface RecordedPromoUse {
  promoCodeId: string
  /** False when the order was paid after it expired. */
  fromReserved: boolean
}

/** Counts uses, one per element of the list. The caller must have locked the codes. */
export async function recordPromoUses(trx: Trx, uses: readonly RecordedPromoUse[]): Promise<void> {
  await execute(trx)`
    update promo_codes c set used = c.used + v.used, reserved = c.reserved - v.released
    from (
      select id, count(*)::int as used, (count(*) filter (where from_reserved))::int as released
      from unnest(${uses.map((use) => use.promoCodeId)}::uuid[], ${uses.map((use) => use.fromReserved)}::boolean[]) each (id, from_reserved)
      group by id
    ) v where c.id = v.id`
}

const toPromoRow = (row: StoredPromo): PromoRow => ({
  id: row.id,
  code: row.code,
  discountType: row.discount_type,
  basisPoints: row.basis_points,
  amountCents: row.amount_cents,
  maxDiscountCents: row.max_discount_cents,
  currency: row.currency,
  reserved: row.reserved,
  used: row.used,
  active: row.active,
  startsAt: row.starts_at?.getTime(),
  endsAt: row.ends_at?.getTime(),
  maxUses: row.max_uses ?? undefined,
  maxUsesPerCustomer: row.max_uses_per_customer ?? undefined,
  eventId: row.event_id ?? undefined,
  ticketTypeIds: row.is_all_types ? undefined : row.ticket_type_ids,
})
