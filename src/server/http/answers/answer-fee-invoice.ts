import { z } from 'zod'
import { listFeeInvoices } from '#contracts/console/fee-invoices.ts'
import { feeInvoiceMonth, listAllFeeInvoices } from '#contracts/operator/fee-invoices.ts'
import { fail } from '#contracts/platform/errors.ts'
import type { Context } from '#server/context.ts'
import { findFeeInvoice } from '#server/money/fee-invoices/fee-invoice-rows.ts'
import { feeInvoiceTitle, writeFeeInvoice } from '#server/money/fee-invoices/write-fee-invoice.ts'
import { isUuid } from '#server/platform/ids/is-uuid.ts'
import { feeInvoiceTables } from '#server/reports/exports/fee-invoice-table.ts'
import { tableCsv } from '#server/reports/exports/table-csv.ts'
import { authenticateOperator, authenticatePromoter, type ApiRequest } from '#server/http/callers.ts'
import { toEnvelope } from '#server/http/envelope.ts'
import { refuseInput } from '#server/http/parse-request.ts'

const pdfOf = ({ path }: { path: string }) => ({ method: 'GET' as const, path: `${path}/{id}/invoice.pdf` })

export const FEE_INVOICE_FILE = pdfOf(listFeeInvoices)
export const OPERATOR_FEE_INVOICE_FILE = pdfOf(listAllFeeInvoices)
export const OPERATOR_FEE_INVOICES_FILE = {
  method: 'GET' as const,
  path: `${listAllFeeInvoices.path}/export.csv`,
}

const HEADERS = { 'Cache-Control': 'private, no-store', 'X-Content-Type-Options': 'nosniff' }

export async function answerFeeInvoice(context: Context, request: ApiRequest): Promise<Response> {
  const known = await authenticatePromoter(context, request, listFeeInvoices)
  return known.success ? sendPdf(context, request, known.data.promoterId) : toEnvelope(known)
}

export async function answerOperatorFeeInvoice(context: Context, request: ApiRequest): Promise<Response> {
  const known = await authenticateOperator(context, request)
  return known.success ? sendPdf(context, request) : toEnvelope(known)
}

async function sendPdf(context: Context, request: ApiRequest, promoterId?: string): Promise<Response> {
  const id = request.req.param('id') ?? ''
  const row = isUuid(id) ? await findFeeInvoice(context.db, { id, promoterId }) : undefined
  if (!row) return toEnvelope(fail('NOT_FOUND'))
  const pdf = await context.invoicePdfs.draw(async () => writeFeeInvoice(row), new Date(context.clock.now()))
  if (!pdf) return toEnvelope(fail('UNAVAILABLE'))
  const name = feeInvoiceTitle(row).toLowerCase().replaceAll(' ', '-')
  return new Response(pdf, {
    headers: {
      ...HEADERS,
      'Content-Type': 'application/pdf',
      'Content-Disposition': `attachment; filename="${name}.pdf"`,
    },
  })
}

const selection = z.object({ month: z.optional(feeInvoiceMonth) })

/** Sends the invoices of the month `?month=` as CSV, or all invoices without it. */
export async function answerOperatorFeeInvoices(context: Context, request: ApiRequest): Promise<Response> {
  const known = await authenticateOperator(context, request)
  if (!known.success) return toEnvelope(known)
  const read = selection.safeParse(request.req.query())
  if (!read.success) return toEnvelope(refuseInput(read.error))
  const { month } = read.data
  return new Response(streamOf(tableCsv(feeInvoiceTables(context, { month }))), {
    headers: {
      ...HEADERS,
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="fee-invoices${month ? `-${month}` : ''}.csv"`,
    },
  })
}

const streamOf = (parts: AsyncGenerator<Uint8Array, void, undefined>): ReadableStream<Uint8Array> =>
  new ReadableStream({
    pull: async (controller) => {
      const { value, done } = await parts.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: async () => {
      await parts.return()
    },
  })
