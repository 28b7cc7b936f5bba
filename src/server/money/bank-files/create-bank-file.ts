import { hash, randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { createBankFile as contract, SkippedSettlement } from '#contracts/operator/bank-files.ts'
import { fail } from '#contracts/platform/errors.ts'
import { MAX_BANK_FILE_TRANSFERS, type BankFileObstacle } from '#model/money/bank-files.ts'
import { toMajor } from '#model/platform/money.ts'
import { succeed } from '#model/platform/result.ts'
import { listUsableBankAccounts, type BankAccountRow } from '#server/money/bank-accounts/bank-account-rows.ts'
import { markSettlementSent } from '#server/money/settlements/record-settlement.ts'
import { lockSettlement } from '#server/money/settlements/settlement-rows.ts'
import { insertOperatorChange } from '#server/people/operators/operator-rows.ts'
import { recordChange } from '#server/platform/audit/record-change.ts'
import type { PipelinedTransaction } from '#server/platform/db/pipelined.ts'
import { transact } from '#server/platform/db/transact.ts'
import { isUuid } from '#server/platform/ids/is-uuid.ts'
import type { Context } from '#server/context.ts'
import type { AccountCall, UseCase } from '#server/use-case.ts'
import {
  findBankFile,
  insertBankFile,
  listSettlementsOnHold,
  listPromoterNames,
  lockTransferableSettlements,
  type PayableSettlementRow,
} from './bank-file-rows.ts'
import { viewBankFile } from './bank-file-view.ts'
import { findDebtorAccount } from './debtor-account-rows.ts'
import { sumCents, type BankParty, type Transfer, type TransferList } from './transfers.ts'
import { writeBankCsv } from './write-bank-csv.ts'
import { writePainFile } from './write-pain.ts'

const compress = promisify(gzip)

const WRITERS = { 'pain.001': writePainFile, csv: writeBankCsv } as const

export const createBankFile: UseCase<typeof contract, AccountCall> = async (context, call) => {
  const { currency, format, settlementIds } = call.body
  const ids = settlementIds && [...new Set(settlementIds)]
  if (ids && !ids.every(isUuid)) return fail('NOT_FOUND')
  const time = context.clock.now()
  const now = new Date(time)
  return transact(context.db, async (trx) => {
    const debtor = await findDebtorAccount(trx, currency)
    if (!debtor) return fail('DEBTOR_ACCOUNT_MISSING')
    const find = { currency, ids, limit: MAX_BANK_FILE_TRANSFERS }
    const found = await lockTransferableSettlements(trx, find)
    const onHold = await listSettlementsOnHold(trx, find)
    const moved = ids ? await listMoved(trx, { currency, ids, found: [...found, ...onHold] }) : []
    if (!moved) return fail('NOT_FOUND')
    const accounts = await listUsableBankAccounts(trx, {
      promoterIds: found.map(({ promoterId }) => promoterId),
      currency,
      now,
    })
    const { transfers, skipped } = divide(context, found, accounts)
    const held = onHold.map((row) => skip(row, 'on_hold'))
    const allSkipped = [...held, ...skipped, ...moved]
    if (transfers.length === 0) return fail('BANK_FILE_EMPTY', { skipped: allSkipped })
    const id = randomUUID()
    const list: TransferList = {
      id,
      currency,
      createdAt: now,
      platformName: call.site.settings.siteName,
      debtor: {
        holder: debtor.holder,
        scheme: 'iban',
        number: context.encryption
          .decrypt(debtor.number, { table: 'debtor_accounts', id: currency })
          .toString(),
        routingNumber: '',
        bic: debtor.bic,
      },
      transfers,
    }
    await write(context, trx, { list, format, operatorId: call.account.id })
    await send(trx, { transfers, bankFileId: id, operatorId: call.account.id, now })
    const file = await findBankFile(trx, id)
    if (!file) throw new Error('The bank file was not found.')
    return succeed({ bankFile: viewBankFile(file), skipped: allSkipped })
  })
}

/**
 * Returns those of the chosen settlements that are no longer open. Undefined if one of the ids isn't a bank-transfer
 * settlement in the currency.
 */
async function listMoved(
  trx: PipelinedTransaction,
  { currency, ids, found }: { currency: string; ids: readonly string[]; found: readonly { id: string }[] },
): Promise<SkippedSettlement[] | undefined> {
  const open = new Set(found.map(({ id }) => id))
  const names = await listPromoterNames(trx, { currency, ids })
  if (names.length < ids.length) return undefined
  return names.filter(({ id }) => !open.has(id)).map((row) => skip(row, 'moved'))
}

const skip = (
  { id, promoterName }: { id: string; promoterName: string },
  why: BankFileObstacle,
): SkippedSettlement => ({ settlementId: id, promoterName, why })

interface ReadyTransfer extends Transfer {
  bankAccountId: string
}

function divide(
  { encryption }: Pick<Context, 'encryption'>,
  found: readonly PayableSettlementRow[],
  accounts: readonly BankAccountRow[],
): { transfers: ReadyTransfer[]; skipped: SkippedSettlement[] } {
  const accountOf = new Map(accounts.map((account) => [account.promoterId, account]))
  const transfers: ReadyTransfer[] = []
  const skipped: SkippedSettlement[] = []
  for (const row of found) {
    const account = accountOf.get(row.promoterId)
    if (!account) skipped.push(skip(row, 'no_bank_account'))
    else
      transfers.push({
        settlement: row,
        promoterName: row.promoterName,
        bankAccountId: account.id,
        creditor: partyOf(account, encryption),
      })
  }
  return { transfers, skipped }
}

const partyOf = (
  { id, holder, scheme, number, routingNumber, bic }: BankAccountRow,
  encryption: Context['encryption'],
): BankParty => ({
  holder,
  scheme,
  number: encryption.decrypt(number, { table: 'bank_accounts', id }).toString(),
  routingNumber,
  bic,
})

async function write(
  { encryption }: Pick<Context, 'encryption'>,
  trx: PipelinedTransaction,
  made: { list: TransferList; format: keyof typeof WRITERS; operatorId: string },
): Promise<void> {
  const { list, format, operatorId } = made
  const { id, currency, createdAt: now, transfers } = list
  const bytes = Buffer.from(WRITERS[format](list))
  const checksum = hash('sha256', bytes, 'hex')
  const content = encryption.encrypt(await compress(bytes), { table: 'bank_files', id })
  const sum = sumCents(transfers)
  const file = { id, currency, format, transfers: transfers.length, sumCents: sum, checksum, content }
  await insertBankFile(trx, { ...file, createdBy: operatorId, now })
  await insertOperatorChange(trx, {
    accountId: operatorId,
    action: 'bank_file.created',
    subjectId: id,
    subject: currency,
    after: { format, transfers: transfers.length, sum: toMajor(sum, currency), checksum },
    now,
  })
}

async function send(
  trx: PipelinedTransaction,
  sent: { transfers: readonly ReadyTransfer[]; bankFileId: string; operatorId: string; now: Date },
): Promise<void> {
  const { transfers, bankFileId, operatorId, now } = sent
  for (const { settlement: row, bankAccountId } of transfers) {
    const settlement = await lockSettlement(trx, row.id)
    if (!settlement || !(await markSettlementSent(trx, { settlement, bankFileId, bankAccountId, now })))
      throw new Error('A settlement in the bank file is not open.')
    const { promoterId, id, number } = settlement
    const actor = { accountId: operatorId, apiKeyId: null, isOperator: true }
    const subject = { id, name: String(number) }
    await recordChange(trx, { promoterId, actor, action: 'settlement.sent', subject }, now)
  }
}
