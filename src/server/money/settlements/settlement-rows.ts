import { sql, type RawBuilder } from 'kysely'
import { settlementStatesBefore, type SettlementStatus } from '#model/money/settlements.ts'
import { execute, hasRow, queryRow, queryRows, type Db, type Trx } from '#server/platform/db/query.ts'
import { PAGE_SIZE, type ListPosition } from '#server/platform/ids/list-cursor.ts'

export interface SettlementRow {
  id: string
  promoterId: string
  promoterName: string
  number: number
  currency: string
  amountCents: number
  promoterCents: number
  taxesCents: number
  status: SettlementStatus
  method: 'provider' | 'bank'
  provider: string | null
  payeeId: string | null
  /** Amount to transfer to the promoter's account at the provider; null until it is decided. */
  transferCents: number | null
  transferId: string | null
  providerPayoutId: string | null
  shortOfFundsSince: Date | null
  requestedBy: string | null
  reason: string
  openingBalanceCents: number
  closingBalanceCents: number
  notDueCents: number
  reserveCents: number
  memberDebtCents: number
  createdAt: Date
  sentAt: Date | null
  finishedAt: Date | null
  /** Time until which a call to the provider can still move money. */
  callsUntil: Date | null
  cancelledBy: string | null
  /** Reason why a cancellation or a reversal isn't complete; '' otherwise. */
  providerProblem: string
}

const columns = sql`
  s.id, s.promoter_id as "promoterId", (select p.name from promoters p where p.id = s.promoter_id) as "promoterName",
  s.number, s.currency, s.amount_cents as "amountCents", s.promoter_cents as "promoterCents", s.taxes_cents as "taxesCents",
  s.status, s.method, s.provider, s.payee_id as "payeeId", s.transfer_cents as "transferCents", s.transfer_id as "transferId",
  s.provider_payout_id as "providerPayoutId", s.short_of_funds_since as "shortOfFundsSince",
  (select coalesce(nullif(trim(a.first_name || ' ' || a.last_name), ''), a.email) from accounts a where a.id = s.requested_by) as "requestedBy",
  s.reason, s.opening_balance_cents as "openingBalanceCents", s.closing_balance_cents as "closingBalanceCents",
  s.not_due_cents as "notDueCents", s.reserve_cents as "reserveCents", s.member_debt_cents as "memberDebtCents", s.created_at as "createdAt", s.sent_at as "sentAt",
  s.finished_at as "finishedAt", s.calls_until as "callsUntil", s.cancelled_by as "cancelledBy", s.provider_problem as "providerProblem"`

function find(db: Db, where: RawBuilder<unknown>): Promise<SettlementRow | undefined> {
  return queryRow<SettlementRow>(db)`select ${columns} from settlements s where ${where}`
}

export const findSettlement = (
  db: Db,
  { id, promoterId }: { id: string; promoterId?: string },
): Promise<SettlementRow | undefined> =>
  find(db, sql`s.id = ${id} ${promoterId === undefined ? sql`` : sql`and s.promoter_id = ${promoterId}`}`)

export const lockSettlement = (trx: Trx, id: string): Promise<SettlementRow | undefined> =>
  find(trx, sql`s.id = ${id} for update of s`)

export const findSettlementByKey = (
  db: Db,
  by: { promoterId: string; idempotencyKey: string },
): Promise<SettlementRow | undefined> =>
  find(db, sql`s.promoter_id = ${by.promoterId} and s.idempotency_key = ${by.idempotencyKey}`)

export const findSettlementOfProvider = (
  db: Db,
  by: { provider: string; providerPayoutId: string },
): Promise<SettlementRow | undefined> =>
  find(db, sql`s.provider = ${by.provider} and s.provider_payout_id = ${by.providerPayoutId}`)

export interface SettlementSearch {
  promoterId?: string | undefined
  status?: SettlementStatus | undefined
  method?: 'provider' | 'bank' | undefined
  after: ListPosition | undefined
}

export function listSettlementRows(db: Db, search: SettlementSearch): Promise<SettlementRow[]> {
  const { promoterId, status, method, after } = search
  const moment = sql`date_trunc('milliseconds', s.created_at)`
  return queryRows<SettlementRow>(db)`
    select ${columns} from settlements s
    where true ${promoterId === undefined ? sql`` : sql`and s.promoter_id = ${promoterId}`}
      ${status === undefined ? sql`` : sql`and s.status = ${status}`}
      ${method === undefined ? sql`` : sql`and s.method = ${method}`}
      ${after ? sql`and (${moment}, s.id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}
    order by ${moment} desc, s.id desc limit ${PAGE_SIZE + 1}`
}

export interface NewSettlement {
  id: string
  promoterId: string
  number: number
  currency: string
  amountCents: number
  promoterCents: number
  taxesCents: number
  method: 'provider' | 'bank'
  provider: string | null
  payeeId: string | null
  requestedBy: string | null
  idempotencyKey: string | null
  openingBalanceCents: number
  closingBalanceCents: number
  notDueCents: number
  reserveCents: number
  memberDebtCents: number
}

export async function insertSettlement(trx: Trx, settlement: NewSettlement, now: Date): Promise<void> {
  const { id, promoterId, number, currency, amountCents, promoterCents, taxesCents, method } = settlement
  await execute(trx)`
    insert into settlements (id, promoter_id, number, currency, amount_cents, promoter_cents, taxes_cents, method, provider, payee_id,
      requested_by, idempotency_key, opening_balance_cents, closing_balance_cents, not_due_cents, reserve_cents, member_debt_cents,
      created_at, updated_at)
    values (${id}, ${promoterId}, ${number}, ${currency}, ${amountCents}, ${promoterCents}, ${taxesCents}, ${method},
      ${settlement.provider}, ${settlement.payeeId}, ${settlement.requestedBy}, ${settlement.idempotencyKey},
      ${settlement.openingBalanceCents}, ${settlement.closingBalanceCents}, ${settlement.notDueCents}, ${settlement.reserveCents},
      ${settlement.memberDebtCents}, ${now}, ${now})`
}

export async function listOpenCurrencies(db: Db, promoterId: string): Promise<string[]> {
  const rows = await queryRows<{ currency: string }>(db)`
    select currency from settlements where promoter_id = ${promoterId} and status in ('open', 'cancelling')`
  return rows.map(({ currency }) => currency)
}

/**
 * Returns the closing balance of the latest statement in a currency, or 0 before the first. The caller must hold the
 * settings' lock.
 */
export async function findOpeningBalance(
  trx: Trx,
  find: { promoterId: string; currency: string },
): Promise<number> {
  const row = await queryRow<{ cents: number }>(trx)`
    select closing_balance_cents as cents from settlements
    where promoter_id = ${find.promoterId} and currency = ${find.currency} order by number desc limit 1`
  return row?.cents ?? 0
}

export interface SettlementStatusChange {
  id: string
  to: SettlementStatus
  now: Date
  reason?: string
  providerPayoutId?: string
  bankFileId?: string
  bankAccountId?: string
}

/** Changes a settlement's status if the state table allows it. Returns whether it was changed. */
export function changeSettlementStatus(trx: Trx, change: SettlementStatusChange): Promise<boolean> {
  const { to, now } = change
  return hasRow(trx)`
    update settlements set status = ${to}, updated_at = ${now}, reason = coalesce(${change.reason ?? null}, reason),
      provider_payout_id = coalesce(${change.providerPayoutId ?? null}, provider_payout_id),
      bank_file_id = coalesce(${change.bankFileId ?? null}::uuid, bank_file_id),
      bank_account_id = coalesce(${change.bankAccountId ?? null}::uuid, bank_account_id),
      sent_at = case when ${to} = 'sent' then ${now}::timestamptz else sent_at end,
      finished_at = case when ${to} in ('paid', 'failed', 'cancelled') then ${now}::timestamptz else finished_at end,
      checked_at = case when ${to} = 'sent' then ${now}::timestamptz else checked_at end, short_of_funds_since = null,
      provider_problem = ''
    where id = ${change.id} and status = any(${settlementStatesBefore(to)}) returning 1`
}

/**
 * Decides, once, how much to transfer for a settlement: the amount minus the money that earlier failed settlements left in
 * the promoter's account at the provider. Records that a call is about to start. Undefined if the settlement is no longer
 * open. The caller must hold the payee's lock.
 */
export async function planSettlementTransfer(
  trx: Trx,
  { id, callsUntil }: { id: string; callsUntil: Date },
): Promise<number | undefined> {
  const row = await queryRow<{ cents: number }>(trx)`
    update settlements s set calls_until = greatest(s.calls_until, ${callsUntil}), transfer_cents = coalesce(s.transfer_cents, greatest(0, s.amount_cents - (
      select coalesce(sum(o.transfer_cents - case when o.status in ('failed', 'cancelled') then 0 else o.amount_cents end), 0)
      from settlements o
      where o.provider = s.provider and o.payee_id = s.payee_id and o.currency = s.currency and o.transfer_cents is not null
    )))
    where s.id = ${id} and s.status = 'open' returning s.transfer_cents as cents`
  return row?.cents
}

export async function setSettlementTransfer(
  db: Db,
  transfer: { id: string; transferId: string; now: Date },
): Promise<void> {
  await execute(db)`
    update settlements set transfer_id = ${transfer.transferId}, updated_at = ${transfer.now}
    where id = ${transfer.id} and transfer_id is null`
}

/** Records that the provider refused the transfer. No money was moved. */
export async function recordRefusedSettlementTransfer(trx: Trx, id: string): Promise<void> {
  await execute(trx)`update settlements set transfer_cents = 0 where id = ${id} and transfer_id is null`
}

export async function markSettlementShortOfFunds(
  db: Db,
  { id, now }: { id: string; now: Date },
): Promise<void> {
  await execute(db)`
    update settlements set short_of_funds_since = coalesce(short_of_funds_since, ${now})
    where id = ${id} and status = 'open'`
}

/**
 * Takes settlements to send or check at the provider, least recently checked first. The interval doubles from ten seconds to
 * an hour; cancellations are tried every minute. Paid settlements are checked daily for ten days, because banks can return
 * them. Excludes open settlements of promoters that aren't active or are on hold.
 */
export async function claimDueSettlements(
  db: Db,
  claim: { provider: string; now: Date; limit: number },
): Promise<string[]> {
  const rows = await queryRows<{ id: string }>(db)`
    update settlements set checked_at = ${claim.now}
    where id in (
      select s.id from settlements s
      where s.provider = ${claim.provider} and (
        (s.status = 'cancelling' and coalesce(${claim.now} >= s.checked_at + interval '1 minute', true))
        or (s.status in ('open', 'sent') and (s.checked_at is null or ${claim.now} >= s.checked_at
          + least(interval '1 hour', greatest(interval '10 seconds', s.checked_at - coalesce(s.sent_at, s.created_at)))))
        or (s.status = 'paid' and s.finished_at > ${claim.now}::timestamptz - interval '10 days'
          and ${claim.now} >= greatest(s.checked_at, s.finished_at) + interval '1 day')
      ) and not (s.status = 'open' and exists (
        select from promoters p left join settlement_settings t on t.promoter_id = p.id
        where p.id = s.promoter_id and (p.status <> 'active' or t.is_held
          or exists (select from bank_account_holds h where h.promoter_id = p.id))))
      order by s.checked_at nulls first limit ${claim.limit}
      for update of s skip locked
    )
    returning id`
  return rows.map((row) => row.id)
}
