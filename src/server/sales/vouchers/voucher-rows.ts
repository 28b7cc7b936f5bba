import { sql } from 'kysely'
import type { SoldVoucherAmounts } from '#model/sales/vouchers/sold-vouchers.ts'
import { voucherStatesBefore, type VoucherKind, type VoucherStatus } from '#model/sales/vouchers/vouchers.ts'
import { execute, queryRow, queryRows, type Db, type Trx } from '#server/platform/db/query.ts'

/** A voucher. Amounts in minor units. */
export interface VoucherRow {
  id: string
  promoterId: string
  kind: VoucherKind
  isPaidIn: boolean
  currency: string
  status: VoucherStatus
  /** Code of the voucher, encrypted. */
  code: string
  codeEnd: string
  amountCents: number
  balanceCents: number
  expiresAt: Date
  recipient: string
  note: string
  createdAt: Date
  /** True while the voucher can't be used, because its buyer may already have got the money back. */
  isFrozen: boolean
}

/**
 * SQL that is true if a voucher `v` is frozen: a voucher from a return, until a dispute of the returned order's payment is
 * won; a bought voucher, while a dispute of its payment is open.
 */
export const isFrozenVoucher = sql<boolean>`(
  exists (select from refunds r join disputes d on d.order_id = r.order_id where r.id = v.refund_id and d.status <> 'won')
  or exists (select from voucher_sales sale join disputes d on d.order_id = sale.order_id where sale.voucher_id = v.id and d.status = 'open'))`

export const voucherColumns = sql`
  v.id, v.promoter_id as "promoterId", v.kind, v.paid_in as "isPaidIn", v.currency, v.status, v.code, v.code_end as "codeEnd",
  v.amount_cents as "amountCents", v.balance_cents as "balanceCents", v.expires_at as "expiresAt", v.recipient, v.note,
  date_trunc('milliseconds', v.created_at) as "createdAt", ${isFrozenVoucher} as "isFrozen"`

/**
 * Returns the amounts of bought vouchers, by voucher id. Ignores other vouchers. To write anything based on the result, lock
 * the vouchers first.
 */
export async function findSoldVoucherAmounts(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, SoldVoucherAmounts>> {
  const rows = await queryRows<SoldVoucherAmounts & { id: string }>(db)`
    select v.id, v.amount_cents as "amountCents", v.balance_cents as "balanceCents",
      (select coalesce(sum(u.amount_cents - u.returned_cents), 0)::bigint from order_vouchers u join orders o on o.id = u.order_id
        where u.promoter_id = v.promoter_id and u.voucher_id = v.id and o.paid_at is not null) as "spentCents",
      (select coalesce(sum(r.amount_cents), 0)::bigint from refunds r where r.order_id = s.order_id and r.status = 'succeeded')
        + (select coalesce(sum(d.amount_cents), 0)::bigint from disputes d where d.order_id = s.order_id and d.status <> 'won') as "goneCents",
      (select coalesce(sum(d.amount_cents), 0)::bigint from disputes d where d.order_id = s.order_id and d.status = 'open') as "openCents",
      (select coalesce(-sum(e.amount_cents), 0)::bigint from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
        where e.promoter_id = v.promoter_id and e.account = 'vouchers' and e.voucher_id = v.id and t.kind = 'voucher_expired') as "expiredCents"
    from vouchers v join voucher_sales s on s.voucher_id = v.id where v.id = any(${ids}::uuid[])`
  return new Map(rows.map(({ id, ...money }) => [id, money]))
}

/** Locks the issuing of a promoter's vouchers, so that a repeated call finds the first one's vouchers. */
export async function lockVoucherIssuing(trx: Trx, promoterId: string): Promise<void> {
  await execute(
    trx,
  )`select pg_advisory_xact_lock(hashtextextended('issue vouchers ' || ${promoterId}::text, 0))`
}

/** Inserts a voucher with a balance of 0. Its first ledger entry adds the amount. */
export async function insertVoucher(
  trx: Trx,
  voucher: Omit<VoucherRow, 'balanceCents' | 'status' | 'isFrozen'> & {
    codeHash: Buffer
    refundId: string | null
  },
): Promise<void> {
  await execute(trx)`
    insert into vouchers (id, promoter_id, kind, paid_in, currency, code_hash, code, code_end, amount_cents, expires_at, recipient, note,
      refund_id, created_at)
    values (${voucher.id}, ${voucher.promoterId}, ${voucher.kind}, ${voucher.isPaidIn}, ${voucher.currency}, ${voucher.codeHash},
      ${voucher.code}, ${voucher.codeEnd}, ${voucher.amountCents}, ${voucher.expiresAt}, ${voucher.recipient}, ${voucher.note},
      ${voucher.refundId}, ${voucher.createdAt})`
}

export function findVoucher(
  db: Db,
  find: { promoterId: string; id: string },
): Promise<VoucherRow | undefined> {
  return queryRow<VoucherRow>(db)`
    select ${voucherColumns} from vouchers v where v.promoter_id = ${find.promoterId} and v.id = ${find.id}`
}

export function findVoucherByCode(
  db: Db,
  find: { promoterId: string; codeHash: Buffer },
): Promise<VoucherRow | undefined> {
  return queryRow<VoucherRow>(db)`
    select ${voucherColumns} from vouchers v
    where v.promoter_id = ${find.promoterId} and v.code_hash = ${find.codeHash}`
}

/**
 * Locks vouchers in the order of their ids, and returns them. They are read by a second statement, because a statement that
 * waited for a lock sees disputes and refunds as they were before the wait.
 */
export async function lockVouchers(
  trx: Trx,
  lock: { promoterId: string; ids: readonly string[] },
): Promise<VoucherRow[]> {
  const wanted = sql`v.promoter_id = ${lock.promoterId} and v.id = any(${lock.ids}::uuid[])`
  const [, rows] = await Promise.all([
    execute(trx)`select from vouchers v where ${wanted} order by v.id for update`,
    queryRows<VoucherRow>(trx)`select ${voucherColumns} from vouchers v where ${wanted} order by v.id`,
  ])
  return rows
}

/**
 * Sums the reserved amounts by voucher id, in minor units: those of unpaid orders that can still be paid, and pending
 * refunds of bought vouchers. `exceptOrderId`: order to leave out. To write anything based on the result, lock the vouchers
 * first.
 */
export async function sumReservedCents(
  db: Db,
  find: { promoterId: string; ids: readonly string[]; exceptOrderId?: string; now: Date },
): Promise<Map<string, number>> {
  const rows = await queryRows<{ voucherId: string; cents: number }>(db)`
    select voucher_id as "voucherId", sum(amount_cents)::bigint as cents from (
      select u.voucher_id, u.amount_cents
      from order_vouchers u join orders o on o.id = u.order_id
      where u.promoter_id = ${find.promoterId} and u.voucher_id = any(${find.ids}::uuid[])
        and o.status = 'pending' and o.expires_at > ${find.now} and o.id is distinct from ${find.exceptOrderId ?? null}::uuid
      union all
      select s.voucher_id, r.amount_cents from voucher_sales s join refunds r on r.order_id = s.order_id
      where s.promoter_id = ${find.promoterId} and s.voucher_id = any(${find.ids}::uuid[]) and r.status = 'pending'
    ) reserved group by voucher_id`
  return new Map(rows.map(({ voucherId, cents }) => [voucherId, cents]))
}

/** Changes the status if the state table allows it. */
export async function changeVoucherStatus(
  trx: Trx,
  change: { promoterId: string; id: string; to: VoucherStatus; expiresAt?: Date },
): Promise<void> {
  await execute(trx)`
    update vouchers set status = ${change.to}, expires_at = coalesce(${change.expiresAt ?? null}::timestamptz, expires_at)
    where promoter_id = ${change.promoterId} and id = ${change.id} and status = any(${voucherStatesBefore(change.to)})`
}

export async function setVoucherCode(
  trx: Trx,
  change: { promoterId: string; id: string; code: string; codeHash: Buffer; codeEnd: string },
): Promise<void> {
  await execute(trx)`
    update vouchers set code = ${change.code}, code_hash = ${change.codeHash}, code_end = ${change.codeEnd}
    where promoter_id = ${change.promoterId} and id = ${change.id}`
}

/** A voucher that pays an order. */
export interface OrderVoucherRow {
  voucherId: string
  amountCents: number
  returnedCents: number
  codeEnd: string
  isPaidIn: boolean
}

export async function insertOrderVouchers(
  trx: Trx,
  order: { id: string; promoterId: string },
  uses: readonly { voucherId: string; amountCents: number }[],
): Promise<void> {
  if (uses.length === 0) return
  await execute(trx)`
    insert into order_vouchers (order_id, promoter_id, voucher_id, position, amount_cents)
    select ${order.id}, ${order.promoterId}, u.voucher_id, u.position, u.amount
    from unnest(${uses.map((use) => use.voucherId)}::uuid[], ${uses.map((_, position) => position)}::int[],
      ${uses.map((use) => use.amountCents)}::bigint[]) u (voucher_id, position, amount)`
}

/** Lists the vouchers that pay the order, in the order in which they are used. */
export function listOrderVouchers(db: Db, orderId: string): Promise<OrderVoucherRow[]> {
  return queryRows<OrderVoucherRow>(db)`
    select u.voucher_id as "voucherId", u.amount_cents as "amountCents", u.returned_cents as "returnedCents",
      v.code_end as "codeEnd", v.paid_in as "isPaidIn"
    from order_vouchers u join vouchers v on v.id = u.voucher_id where u.order_id = ${orderId} order by u.position`
}

export async function addReturnedToVoucher(
  trx: Trx,
  change: { orderId: string; voucherId: string; cents: number },
): Promise<void> {
  await execute(trx)`
    update order_vouchers set returned_cents = returned_cents + ${change.cents}
    where order_id = ${change.orderId} and voucher_id = ${change.voucherId}`
}

/** Lists the vouchers from returns of an order, oldest first. */
export function listCreditVouchers(db: Db, orderId: string): Promise<VoucherRow[]> {
  return queryRows<VoucherRow>(db)`
    select ${voucherColumns} from vouchers v join refunds r on r.id = v.refund_id
    where r.order_id = ${orderId} order by v.created_at, v.id`
}

export function findCreditVoucher(db: Db, refundId: string): Promise<VoucherRow | undefined> {
  return queryRow<VoucherRow>(db)`
    select ${voucherColumns} from vouchers v where v.refund_id = ${refundId}`
}

/** Locks expired vouchers with a balance, except those of unpaid orders. Skips locked rows. */
export function lockExpiredVouchers(trx: Trx, find: { now: Date; limit: number }): Promise<VoucherRow[]> {
  return queryRows<VoucherRow>(trx)`
    select ${voucherColumns} from vouchers v
    where v.status = 'active' and v.balance_cents > 0 and v.expires_at <= ${find.now} and not exists (
      select from order_vouchers u join orders o on o.id = u.order_id
      where u.promoter_id = v.promoter_id and u.voucher_id = v.id and o.status = 'pending' and o.expires_at > ${find.now})
    order by v.expires_at, v.id limit ${find.limit} for update of v skip locked`
}
