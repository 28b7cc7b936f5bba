import { sql, type RawBuilder } from 'kysely'
import { isPayoutTransition, payoutStatus, type PayoutStatus } from '#model/money/payouts.ts'
import { execute, hasRow, queryRow, queryRows, type Db, type Trx } from '#server/platform/db/query.ts'

export interface PayoutRow {
  id: string
  promoterId: string
  memberId: string
  eventId: string | null
  eventTitle: string | null
  amountCents: number
  currency: string
  status: PayoutStatus
  reason: string
  provider: string
  payeeId: string
  /** Amount to transfer to the payee's account; null until it is decided. */
  transferCents: number | null
  transferId: string | null
  providerPayoutId: string | null
  requestedAt: Date
  sentAt: Date | null
  finishedAt: Date | null
  /** Start of the wait for a sufficient platform balance at the provider; null if the payout isn't waiting. */
  shortOfFundsSince: Date | null
}

const columns = sql`
  p.id, p.promoter_id as "promoterId", p.member_id as "memberId", p.event_id as "eventId",
  (select e.title from events e where e.id = p.event_id) as "eventTitle", p.amount_cents as "amountCents", p.currency,
  p.status, p.reason, p.provider, p.payee_id as "payeeId", p.transfer_cents as "transferCents", p.transfer_id as "transferId",
  p.provider_payout_id as "providerPayoutId", p.requested_at as "requestedAt", p.sent_at as "sentAt",
  p.finished_at as "finishedAt", p.short_of_funds_since as "shortOfFundsSince"`

function find(db: Db, where: RawBuilder<unknown>): Promise<PayoutRow | undefined> {
  return queryRow<PayoutRow>(db)`select ${columns} from payouts p where ${where}`
}

export const findPayout = (db: Db, id: string): Promise<PayoutRow | undefined> => find(db, sql`p.id = ${id}`)

export const lockPayout = (trx: Trx, id: string): Promise<PayoutRow | undefined> =>
  find(trx, sql`p.id = ${id} for update of p`)

export const findPayoutByKey = (
  db: Db,
  by: { memberId: string; idempotencyKey: string },
): Promise<PayoutRow | undefined> =>
  find(db, sql`p.member_id = ${by.memberId} and p.idempotency_key = ${by.idempotencyKey}`)

export const findPayoutOfProvider = (
  db: Db,
  by: { provider: string; providerPayoutId: string },
): Promise<PayoutRow | undefined> =>
  find(db, sql`p.provider = ${by.provider} and p.provider_payout_id = ${by.providerPayoutId}`)

export function listPayouts(
  db: Db,
  member: { promoterId: string; memberId: string; limit: number },
): Promise<PayoutRow[]> {
  return queryRows<PayoutRow>(db)`
    select ${columns} from payouts p where p.member_id = ${member.memberId} and p.promoter_id = ${member.promoterId}
    order by p.requested_at desc, p.id limit ${member.limit}`
}

/** Locks a current or former member, so that payout requests run one after the other. Returns false for other accounts. */
export async function lockMember(
  trx: Trx,
  { promoterId, memberId }: { promoterId: string; memberId: string },
): Promise<boolean> {
  const isMember = await hasRow(trx)`
    select from members where promoter_id = ${promoterId} and account_id = ${memberId} for update`
  if (isMember) return true
  return hasRow(trx)`
    select from former_members where promoter_id = ${promoterId} and account_id = ${memberId} for update`
}

/**
 * Returns the amount that can still be approved automatically for a member today (UTC), without failed payouts. 0 in
 * currencies without a limit. The caller must hold the member's lock.
 */
export async function findRemainingAutoApproveCents(
  trx: Trx,
  member: { promoterId: string; memberId: string; currency: string; now: Date },
): Promise<number> {
  const row = await queryRow<{ cents: number }>(trx)`
    select p.payout_auto_limit_cents - (
      select coalesce(sum(o.amount_cents), 0) from payouts o
      where o.member_id = ${member.memberId} and o.promoter_id = p.id and o.currency = ${member.currency}
        and o.status in ('approved', 'sent', 'paid') and o.decided_by is null
        and o.decided_at >= date_trunc('day', ${member.now}::timestamptz, 'UTC')
    )::bigint as cents from promoters p
    where p.id = ${member.promoterId} and p.payout_auto_limit_currency = ${member.currency}`
  return row?.cents ?? 0
}

export interface NewPayout {
  id: string
  promoterId: string
  memberId: string
  eventId: string | null
  amountCents: number
  currency: string
  idempotencyKey: string
  provider: string
  payeeId: string
}

export async function insertPayout(trx: Trx, payout: NewPayout, now: Date): Promise<void> {
  await execute(trx)`
    insert into payouts (id, promoter_id, member_id, event_id, amount_cents, currency, idempotency_key, provider, payee_id,
      requested_at, updated_at)
    values (${payout.id}, ${payout.promoterId}, ${payout.memberId}, ${payout.eventId}, ${payout.amountCents}, ${payout.currency},
      ${payout.idempotencyKey}, ${payout.provider}, ${payout.payeeId}, ${now}, ${now})`
}

export interface PayoutStatusChange {
  id: string
  to: PayoutStatus
  now: Date
  reason?: string
  decidedBy?: string
  providerPayoutId?: string
}

/** Changes a payout's status if the state table allows it. Returns whether it was changed. */
export function changePayoutStatus(trx: Trx, change: PayoutStatusChange): Promise<boolean> {
  const { to, now } = change
  const before = payoutStatus.options.filter((from) => isPayoutTransition(from, to))
  return hasRow(trx)`
    update payouts set status = ${to}, updated_at = ${now}, reason = coalesce(${change.reason ?? null}, reason),
      decided_by = coalesce(${change.decidedBy ?? null}::uuid, decided_by),
      provider_payout_id = coalesce(${change.providerPayoutId ?? null}, provider_payout_id),
      decided_at = case when status = 'requested' then ${now}::timestamptz else decided_at end,
      sent_at = case when ${to} = 'sent' then ${now}::timestamptz else sent_at end,
      finished_at = case when ${to} in ('paid', 'failed', 'refused') then ${now}::timestamptz else finished_at end,
      checked_at = case when ${to} = 'sent' then ${now}::timestamptz else checked_at end, short_of_funds_since = null
    where id = ${change.id} and status = any(${before}) returning 1`
}

/**
 * SQL that is true while the promoter is active; otherwise its members' payouts wait. For statements with a single table
 * that has `promoter_id`.
 */
const isPayable = sql`promoter_id in (select id from promoters where status = 'active')`

/**
 * Decides, once, how much to transfer for a payout: the amount minus the money that earlier failed payouts left in the
 * payee's account. Undefined if the payout is no longer approved or must wait. The caller must hold the payee's lock.
 */
export async function planPayoutTransfer(trx: Trx, payout: PayoutRow): Promise<number | undefined> {
  const row = await queryRow<{ cents: number }>(trx)`
    update payouts p set transfer_cents = coalesce(p.transfer_cents, greatest(0, p.amount_cents - (
      select coalesce(sum(o.transfer_cents - case when o.status in ('failed', 'refused') then 0 else o.amount_cents end), 0)
      from payouts o
      where o.provider = p.provider and o.payee_id = p.payee_id and o.currency = p.currency and o.transfer_cents is not null
    )))
    where p.id = ${payout.id} and p.status = 'approved' and ${isPayable} returning p.transfer_cents as cents`
  return row?.cents
}

export async function setPayoutTransfer(
  db: Db,
  transfer: { id: string; transferId: string; now: Date },
): Promise<void> {
  await execute(db)`
    update payouts set transfer_id = ${transfer.transferId}, updated_at = ${transfer.now}
    where id = ${transfer.id} and transfer_id is null`
}

/** Records that the provider refused the transfer. No money was moved. */
export async function recordRefusedPayoutTransfer(trx: Trx, id: string): Promise<void> {
  await execute(trx)`update payouts set transfer_cents = 0 where id = ${id} and transfer_id is null`
}

export async function markPayoutShortOfFunds(db: Db, payout: { id: string; now: Date }): Promise<void> {
  await execute(db)`
    update payouts set short_of_funds_since = coalesce(short_of_funds_since, ${payout.now})
    where id = ${payout.id} and status = 'approved'`
}

/**
 * Takes payouts to send or check, least recently checked first. The interval doubles from ten seconds to an hour. Paid
 * payouts are checked daily for ten days, because banks can return them.
 */
export async function claimDuePayouts(
  db: Db,
  claim: { provider: string; now: Date; limit: number },
): Promise<string[]> {
  const rows = await queryRows<{ id: string }>(db)`
    update payouts set checked_at = ${claim.now}
    where id in (
      select id from payouts
      where provider = ${claim.provider} and (
        ((status = 'sent' or (status = 'approved' and ${isPayable})) and (checked_at is null or ${claim.now} >= checked_at
          + least(interval '1 hour', greatest(interval '10 seconds', checked_at - coalesce(sent_at, decided_at, requested_at)))))
        or (status = 'paid' and finished_at > ${claim.now}::timestamptz - interval '10 days'
          and ${claim.now} >= greatest(checked_at, finished_at) + interval '1 day')
      )
      order by checked_at nulls first limit ${claim.limit}
      for update skip locked
    )
    returning id`
  return rows.map((row) => row.id)
}
