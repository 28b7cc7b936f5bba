import { sql } from 'kysely'
import type { BankFileFormat } from '#model/money/bank-files.ts'
import { execute, queryRow, queryRows, type Db, type Trx } from '#server/platform/db/query.ts'
import type { ListPosition } from '#server/platform/ids/list-cursor.ts'

export interface BankFileRow {
  id: string
  currency: string
  format: BankFileFormat
  transfers: number
  sumCents: number
  checksum: string
  createdAt: Date
  createdBy: string | null
  sent: number
  paid: number
  failed: number
}

const columns = sql`
  f.id, f.currency, f.format, f.transfers, f.sum_cents as "sumCents", f.checksum, f.created_at as "createdAt",
  (select coalesce(nullif(trim(a.first_name || ' ' || a.last_name), ''), a.email) from accounts a where a.id = f.created_by)
    as "createdBy",
  (select count(*) from settlements s where s.bank_file_id = f.id and s.status = 'sent') as sent,
  (select count(*) from settlements s where s.bank_file_id = f.id and s.status = 'paid') as paid,
  (select count(*) from settlements s where s.bank_file_id = f.id and s.status = 'failed') as failed`

export function listBankFileRows(
  db: Db,
  list: { after: ListPosition | undefined; limit: number },
): Promise<BankFileRow[]> {
  const { after, limit } = list
  const moment = sql`date_trunc('milliseconds', f.created_at)`
  return queryRows<BankFileRow>(db)`
    select ${columns} from bank_files f
    ${after ? sql`where (${moment}, f.id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}
    order by ${moment} desc, f.id desc limit ${limit}`
}

export function findBankFile(db: Db, id: string): Promise<BankFileRow | undefined> {
  return queryRow<BankFileRow>(db)`select ${columns} from bank_files f where f.id = ${id}`
}

/** Returns the file's content, encrypted. */
export function findBankFileContent(
  db: Db,
  id: string,
): Promise<{ format: BankFileFormat; content: string; checksum: string; createdAt: Date } | undefined> {
  return queryRow<{ format: BankFileFormat; content: string; checksum: string; createdAt: Date }>(db)`
    select format, content, checksum, created_at as "createdAt" from bank_files where id = ${id}`
}

interface NewBankFile {
  id: string
  currency: string
  format: BankFileFormat
  transfers: number
  sumCents: number
  checksum: string
  content: string
  createdBy: string
  now: Date
}

export async function insertBankFile(trx: Trx, file: NewBankFile): Promise<void> {
  await execute(trx)`
    insert into bank_files (id, currency, format, transfers, sum_cents, checksum, content, created_at, created_by)
    values (${file.id}, ${file.currency}, ${file.format}, ${file.transfers}, ${file.sumCents}, ${file.checksum},
      ${file.content}, ${file.now}, ${file.createdBy})`
}

export interface PayableSettlementRow {
  id: string
  number: number
  amountCents: number
  promoterId: string
  promoterName: string
}

/**
 * SQL that is true for a settlement `s` that must not be paid now: its promoter `p` isn't active, an operator holds the
 * promoter's payouts, or a change of the bank details was undone.
 */
const isOnHold = sql<boolean>`(p.status <> 'active' or exists (select from bank_account_holds h where h.promoter_id = s.promoter_id)
  or exists (select from settlement_settings t where t.promoter_id = s.promoter_id and t.is_held))`

interface FindTransferable {
  currency: string
  ids: readonly string[] | undefined
  limit: number
}

const open = ({ currency, ids }: FindTransferable) => sql`
  s.currency = ${currency} and s.method = 'bank' and s.status = 'open' ${ids ? sql`and s.id = any(${ids}::uuid[])` : sql``}`

/**
 * Locks the open bank-transfer settlements with the given ids, or all in the currency, oldest first. Skips settlements on
 * hold.
 */
export function lockTransferableSettlements(
  trx: Trx,
  find: FindTransferable,
): Promise<PayableSettlementRow[]> {
  return queryRows<PayableSettlementRow>(trx)`
    select s.id, s.number, s.amount_cents as "amountCents", s.promoter_id as "promoterId", p.name as "promoterName"
    from settlements s join promoters p on p.id = s.promoter_id
    where ${open(find)} and not ${isOnHold}
    order by s.created_at, s.id limit ${find.limit} for update of s`
}

export function listSettlementsOnHold(
  db: Db,
  find: FindTransferable,
): Promise<{ id: string; promoterName: string }[]> {
  return queryRows<{ id: string; promoterName: string }>(db)`
    select s.id, p.name as "promoterName" from settlements s join promoters p on p.id = s.promoter_id
    where ${open(find)} and ${isOnHold} order by s.created_at, s.id limit ${find.limit}`
}

export function listPromoterNames(
  db: Db,
  find: { currency: string; ids: readonly string[] },
): Promise<{ id: string; promoterName: string }[]> {
  return queryRows<{ id: string; promoterName: string }>(db)`
    select s.id, p.name as "promoterName" from settlements s join promoters p on p.id = s.promoter_id
    where s.id = any(${find.ids}::uuid[]) and s.currency = ${find.currency} and s.method = 'bank'`
}

export async function listSentSettlementIds(db: Db, bankFileId: string): Promise<string[]> {
  const rows = await queryRows<{ id: string }>(db)`
    select id from settlements where bank_file_id = ${bankFileId} and status = 'sent' order by id`
  return rows.map(({ id }) => id)
}
