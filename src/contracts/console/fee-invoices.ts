import * as z from 'zod/mini'
import { cursor } from '#model/platform/bounds.ts'
import { endpoint } from '#contracts/platform/endpoint.ts'

/** The platform's invoice for a month's fees. Amounts in major units, negative for credit notes. */
export const feeInvoice = z.object({
  id: z.string(),
  number: z.int(),
  kind: z.enum(['invoice', 'credit_note']),
  /** Month in UTC, for example '2026-11'. */
  month: z.string(),
  currency: z.string(),
  /** Total including tax. */
  total: z.number(),
  tax: z.number(),
  issuedAt: z.string(),
})
export type FeeInvoice = z.infer<typeof feeInvoice>

export const listFeeInvoices = endpoint({
  description:
    "Lists the platform's invoices and credit notes to the promoter for its fees, newest first. They are created in the " +
    'first days of the following month, one per currency, and were deducted from sales already. ' +
    '`GET /api/promoter/fee-invoices/{id}/invoice.pdf` returns one as a PDF file.',
  method: 'GET',
  path: '/api/promoter/fee-invoices',
  access: 'promoter',
  scope: 'payouts:read',
  query: z.object({ cursor: z.optional(cursor) }),
  data: z.object({ invoices: z.array(feeInvoice), nextCursor: z.nullable(z.string()) }),
})
