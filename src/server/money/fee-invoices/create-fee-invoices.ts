import { countryCodeOf } from '#model/sites/countries.ts'
import { canInvoiceMonth, feeTax, includedFeeTax, monthAfter, monthStart } from '#model/money/fee-invoices.ts'
import { succeed } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import { listOwnerIds } from '#server/people/accounts/membership-rows.ts'
import type { PipelinedTransaction } from '#server/platform/db/pipelined.ts'
import { transact } from '#server/platform/db/transact.ts'
import type { MailFact } from '#server/platform/outbox/mail-facts.ts'
import { writeMails } from '#server/platform/outbox/mail-rows.ts'
import { findBilling, recordInvoicedMonth, lockBilling, type BillingRow } from './billing-rows.ts'
import { insertFeeInvoices, listOwedFees, type FeeInvoiceRow, type OwedFees } from './fee-invoice-rows.ts'

/**
 * Creates the platform's invoices for each finished month, starting on the second day of the next one, and emails them to
 * the owners. Does nothing while the platform has no billing details. Each month is one transaction under the lock of the
 * billing details, so that each invoice is created once and numbers have no gaps, even with several nodes or after a crash.
 */
export async function createFeeInvoices(context: Context): Promise<void> {
  while (isDue(await findBilling(context.db), context)) {
    // One month after the other, because an invoice contains only amounts that earlier invoices don't contain.
    await createNextMonth(context)
  }
}

const nextMonthOf = ({ doneMonth, firstMonth }: BillingRow): string =>
  doneMonth === null ? firstMonth : monthAfter(doneMonth)

const isDue = (billing: BillingRow | undefined, { clock }: Context): billing is BillingRow =>
  billing !== undefined && canInvoiceMonth(nextMonthOf(billing), clock.now())

async function createNextMonth(context: Context): Promise<void> {
  await transact<null, never>(context.db, async (trx) => {
    const billing = await lockBilling(trx)
    if (!isDue(billing, context)) return succeed(null)
    const month = nextMonthOf(billing)
    const span = { from: monthStart(billing.firstMonth), until: monthStart(monthAfter(month)) }
    const issuedAt = new Date(context.clock.now())
    const owed = await listOwedFees(trx, span)
    const invoices = owed.map((fees, index) =>
      invoiceOf(billing, fees, { month, number: billing.nextNumber + index, issuedAt }),
    )
    await insertFeeInvoices(trx, invoices)
    await recordInvoicedMonth(trx, { month, nextNumber: billing.nextNumber + invoices.length })
    await notifyOwners(trx, invoices, issuedAt)
    return succeed(null)
  })
}

type NewFeeInvoice = Omit<FeeInvoiceRow, 'promoterName'>

function invoiceOf(
  billing: BillingRow,
  fees: OwedFees,
  about: { month: string; number: number; issuedAt: Date },
): NewFeeInvoice {
  const { taxName: name, taxRateMillionths: rateMillionths, taxNote: note } = billing
  const tax = feeTax(
    { ...billing, name, rateMillionths, note },
    { country: countryCodeOf(fees.country), taxId: fees.taxId },
  )
  return {
    id: crypto.randomUUID(),
    ...about,
    promoterId: fees.promoterId,
    currency: fees.currency,
    totalCents: fees.cents,
    taxCents: includedFeeTax(fees.cents, tax.rateMillionths),
    taxName: tax.name,
    taxRateMillionths: tax.rateMillionths,
    taxNote: tax.note,
    sellerName: billing.legalName,
    sellerAddress: billing.legalAddress,
    sellerTaxId: billing.taxId,
    buyerName: fees.legalName || fees.name,
    buyerAddress: fees.legalAddress,
    buyerTaxId: fees.taxId,
  }
}

async function notifyOwners(
  trx: PipelinedTransaction,
  invoices: readonly NewFeeInvoice[],
  now: Date,
): Promise<void> {
  const facts = await Promise.all(
    invoices.map(async ({ id, promoterId }) =>
      (await listOwnerIds(trx, promoterId)).map((accountId): MailFact => ({
        kind: 'fee_invoice',
        fact: `fee_invoice:${id}:${accountId}`,
        payload: { accountId, invoiceId: id },
        origin: null,
        promoterId: null,
      })),
    ),
  )
  await writeMails(trx, facts.flat(), now)
}
