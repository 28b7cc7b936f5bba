import { sql } from 'kysely'
import type { BankScheme } from '#model/money/bank-accounts.ts'
import { execute, hasRow, queryRow, queryRows, type Db, type Trx } from '#server/platform/db/query.ts'

export interface BankAccountRow {
  id: string
  promoterId: string
  currency: string
  holder: string
  country: string
  scheme: BankScheme
  /** Encrypted account number or IBAN. */
  number: string
  lastFour: string
  routingNumber: string
  bic: string
  changedAt: Date
  usableAt: Date
  ownerIds: string[]
  isNewest: boolean
  /** True for the details that settlements currently use. */
  isInUse: boolean
}

/**
 * SQL for the promoters' bank details without undone changes. Details that were replaced before they became usable are never
 * used, unless the change that replaced them is undone.
 */
const kept = (of: { promoterIds: readonly string[]; now: Date }) => sql`
  with ordered as (
    select *, lead(changed_at) over (partition by promoter_id, currency order by position) as next_at
    from bank_accounts where promoter_id = any(${of.promoterIds}::uuid[]) and undone_at is null
  ), used as (
    select distinct on (promoter_id, currency) id from ordered
    where usable_at <= least(coalesce(next_at, ${of.now}), ${of.now}) order by promoter_id, currency, position desc
  )
  select o.id, o.promoter_id as "promoterId", o.currency, o.holder, o.country, o.scheme, o.number, o.last_four as "lastFour",
    o.routing_number as "routingNumber", o.bic, o.changed_at as "changedAt", o.usable_at as "usableAt",
    o.owner_ids as "ownerIds", o.next_at is null as "isNewest", exists (select from used u where u.id = o.id) as "isInUse"
  from ordered o`

/** Lists the newest details in each currency, and the details in use if they differ. */
export function listBankAccountRows(
  db: Db,
  find: { promoterId: string; now: Date },
): Promise<BankAccountRow[]> {
  return queryRows<BankAccountRow>(db)`
    select * from (${kept({ promoterIds: [find.promoterId], now: find.now })}) k
    where k."isNewest" or k."isInUse" order by k.currency, k."isNewest" desc`
}

export function listUsableBankAccounts(
  db: Db,
  find: { promoterIds: readonly string[]; currency: string; now: Date },
): Promise<BankAccountRow[]> {
  return queryRows<BankAccountRow>(db)`
    select * from (${kept(find)}) k where k."isInUse" and k.currency = ${find.currency}`
}

export interface NewBankAccount extends Omit<BankAccountRow, 'isNewest' | 'isInUse'> {
  changedBy: string | null
}

export async function insertBankAccount(trx: Trx, row: NewBankAccount): Promise<void> {
  await execute(trx)`
    insert into bank_accounts (id, promoter_id, currency, holder, country, scheme, number, last_four, routing_number, bic,
      changed_at, changed_by, owner_ids, usable_at)
    values (${row.id}, ${row.promoterId}, ${row.currency}, ${row.holder}, ${row.country}, ${row.scheme}, ${row.number},
      ${row.lastFour}, ${row.routingNumber}, ${row.bic}, ${row.changedAt}, ${row.changedBy}, ${row.ownerIds}::uuid[],
      ${row.usableAt})`
}

export interface ChangedBankAccount {
  id: string
  promoterId: string
  promoterName: string
  currency: string
  lastFour: string
  changedAt: Date
  usableAt: Date
  isUndone: boolean
  /** Name of the owner who made the change; '' if the account was deleted. */
  changedBy: string
}

export function findChangedBankAccount(db: Db, id: string): Promise<ChangedBankAccount | undefined> {
  return queryRow<ChangedBankAccount>(db)`
    select b.id, b.promoter_id as "promoterId", p.name as "promoterName", b.currency, b.last_four as "lastFour",
      b.changed_at as "changedAt", b.usable_at as "usableAt", b.undone_at is not null as "isUndone",
      coalesce((select a.email from accounts a where a.id = b.changed_by), '') as "changedBy"
    from bank_accounts b join promoters p on p.id = b.promoter_id where b.id = ${id}`
}

/**
 * Marks a change and all later ones in its currency as undone, and deletes their undo links. Returns false if the change was
 * already undone.
 */
export async function undoBankAccountChanges(
  trx: Trx,
  undo: { promoterId: string; id: string; now: Date },
): Promise<boolean> {
  const rows = await queryRows<{ id: string }>(trx)`
    update bank_accounts later set undone_at = ${undo.now} from bank_accounts own
    where own.promoter_id = ${undo.promoterId} and own.id = ${undo.id} and own.undone_at is null
      and later.promoter_id = own.promoter_id and later.currency = own.currency and later.position >= own.position
      and later.undone_at is null
    returning later.id`
  await execute(trx)`
    delete from bank_account_links where promoter_id = ${undo.promoterId}
      and bank_account_id = any(${rows.map(({ id }) => id)}::uuid[])`
  return rows.length > 0
}

export interface BankAccountLink {
  promoterId: string
  bankAccountId: string
  accountId: string
}

export function findBankAccountLink(
  db: Db,
  find: { tokenHash: Buffer; now: Date },
): Promise<BankAccountLink | undefined> {
  return queryRow<BankAccountLink>(db)`
    select promoter_id as "promoterId", bank_account_id as "bankAccountId", account_id as "accountId"
    from bank_account_links where token_hash = ${find.tokenHash} and expires_at > ${find.now}`
}

export async function insertBankAccountLink(
  db: Db,
  link: BankAccountLink & { tokenHash: Buffer; now: Date; expiresAt: Date },
): Promise<void> {
  await execute(db)`
    insert into bank_account_links (token_hash, promoter_id, bank_account_id, account_id, created_at, expires_at)
    values (${link.tokenHash}, ${link.promoterId}, ${link.bankAccountId}, ${link.accountId}, ${link.now},
      ${link.expiresAt})`
}

export async function findPayoutHoldSince(db: Db, promoterId: string): Promise<Date | undefined> {
  const row = await queryRow<{ since: Date }>(db)`
    select since from bank_account_holds where promoter_id = ${promoterId}`
  return row?.since
}

export async function insertPayoutHold(trx: Trx, hold: { promoterId: string; now: Date }): Promise<void> {
  await execute(trx)`
    insert into bank_account_holds (promoter_id, since) values (${hold.promoterId}, ${hold.now})
    on conflict do nothing`
}

export function deletePayoutHold(trx: Trx, promoterId: string): Promise<boolean> {
  return hasRow(trx)`
    delete from bank_account_holds where promoter_id = ${promoterId} returning true as deleted`
}

/** Returns those of the accounts that are members of the team or left it after `since`. */
export async function listFormerOwnerIds(
  db: Db,
  find: { promoterId: string; ownerIds: readonly string[]; since: Date },
): Promise<string[]> {
  const rows = await queryRows<{ id: string }>(db)`
    select f.account_id as id from former_members f
    where f.promoter_id = ${find.promoterId} and f.account_id = any(${find.ownerIds}::uuid[]) and f.removed_at > ${find.since}
    union
    select m.account_id from members m
    where m.promoter_id = ${find.promoterId} and m.account_id = any(${find.ownerIds}::uuid[])
    order by id`
  return rows.map(({ id }) => id)
}
