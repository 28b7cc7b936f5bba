import * as z from 'zod/mini'
import { cursor } from '#model/platform/bounds.ts'
import { feeInvoice } from '#contracts/console/fee-invoices.ts'
import { endpoint } from '#contracts/platform/endpoint.ts'

const line = z.string().check(z.trim(), z.maxLength(200))
const note = z.string().check(z.trim(), z.maxLength(500))

export const billingFields = z.object({
  legalName: line.check(z.minLength(1, 'Enter the legal name.')),
  legalAddress: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Enter the postal address.'),
      z.maxLength(500, 'Enter a shorter address.'),
    ),
  taxId: line,
  /** Two-letter country code (ISO 3166). */
  country: z.string().check(z.regex(/^[A-Z]{2}$/, 'Choose a country.')),
  /** Name of the tax, for example 'VAT'. */
  taxName: z.string().check(z.trim(), z.maxLength(40)),
  taxPercent: z
    .number('Enter a rate.')
    .check(z.minimum(0, 'Enter 0 or more.'), z.maximum(100, 'Enter 100 or less.')),
  /** Printed on each invoice, for example the reason why no tax is charged. */
  taxNote: note,
  /** Printed on invoices to promoters in other countries that have a tax ID, who aren't charged tax then. If '', they are charged tax. */
  reverseChargeNote: note,
})

export const billing = z.extend(billingFields, {
  /** First month with invoices, for example '2026-11'. */
  firstMonth: z.string(),
})
export type Billing = z.infer<typeof billing>

export const getFeeInvoiceSettings = endpoint({
  description: "Returns the issuer of the platform's invoices; null until it has been entered.",
  method: 'GET',
  path: '/api/operator/billing',
  access: 'operator',
  data: z.object({ billing: z.nullable(billing) }),
})

export const putFeeInvoiceSettings = endpoint({
  description:
    "Sets the issuer of the platform's invoices and its tax. The first call starts the invoices with the current month; " +
    'earlier fees are never invoiced. Existing invoices keep their details.',
  method: 'PUT',
  path: '/api/operator/billing',
  access: 'operator',
  body: billingFields,
  data: z.object({ billing }),
})

export const feeInvoiceMonth = z
  .string()
  .check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Use a month like 2026-11.'))

export const operatorFeeInvoice = z.extend(feeInvoice, { promoterName: z.string() })
export type OperatorFeeInvoice = z.infer<typeof operatorFeeInvoice>

export const listAllFeeInvoices = endpoint({
  description:
    "Lists the platform's invoices and credit notes to all promoters, newest first. `GET " +
    '/api/operator/fee-invoices/export.csv` returns them as a file, `/{id}/invoice.pdf` one of them.',
  method: 'GET',
  path: '/api/operator/fee-invoices',
  access: 'operator',
  query: z.object({ cursor: z.optional(cursor), month: z.optional(feeInvoiceMonth) }),
  data: z.object({ invoices: z.array(operatorFeeInvoice), nextCursor: z.nullable(z.string()) }),
})
