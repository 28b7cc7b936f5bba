import { sql, type RawBuilder } from 'kysely'
import { execute, queryRow, type Db, type Trx } from '#server/platform/db/query.ts'

export interface BillingRow {
  legalName: string
  legalAddress: string
  taxId: string
  country: string
  taxName: string
  taxRateMillionths: number
  taxNote: string
  reverseChargeNote: string
  firstMonth: string
  doneMonth: string | null
  nextNumber: number
}

const columns = sql`
  legal_name as "legalName", legal_address as "legalAddress", tax_id as "taxId", country, tax_name as "taxName",
  tax_rate_millionths as "taxRateMillionths", tax_note as "taxNote", reverse_charge_note as "reverseChargeNote",
  first_month as "firstMonth", done_month as "doneMonth", next_number as "nextNumber"`

function find(db: Db, lock: RawBuilder<unknown>): Promise<BillingRow | undefined> {
  return queryRow<BillingRow>(db)`select ${columns} from platform_billing ${lock}`
}

export const findBilling = (db: Db): Promise<BillingRow | undefined> => find(db, sql``)

/** Locks the billing details, so that invoices are created one after the other and their numbers have no gaps. */
export const lockBilling = (trx: Trx): Promise<BillingRow | undefined> => find(trx, sql`for update`)

/** Inserts or replaces the billing details. `firstMonth` is stored by the first call only. */
export async function updateFeeInvoiceSettings(
  trx: Trx,
  settings: Omit<BillingRow, 'doneMonth' | 'nextNumber'> & { now: Date },
): Promise<void> {
  await execute(trx)`
    insert into platform_billing (legal_name, legal_address, tax_id, country, tax_name, tax_rate_millionths, tax_note,
      reverse_charge_note, first_month, updated_at)
    values (${settings.legalName}, ${settings.legalAddress}, ${settings.taxId}, ${settings.country}, ${settings.taxName}, ${settings.taxRateMillionths},
      ${settings.taxNote}, ${settings.reverseChargeNote}, ${settings.firstMonth}, ${settings.now})
    on conflict (is_only) do update set legal_name = excluded.legal_name, legal_address = excluded.legal_address,
      tax_id = excluded.tax_id, country = excluded.country, tax_name = excluded.tax_name,
      tax_rate_millionths = excluded.tax_rate_millionths, tax_note = excluded.tax_note,
      reverse_charge_note = excluded.reverse_charge_note, updated_at = excluded.updated_at`
}

export async function recordInvoicedMonth(
  trx: Trx,
  invoiced: { month: string; nextNumber: number },
): Promise<void> {
  await execute(
    trx,
  )`update platform_billing set done_month = ${invoiced.month}, next_number = ${invoiced.nextNumber}`
}
