import { downloadFile } from '#browser/portal/download.ts'
import { listFeeInvoices, type FeeInvoice } from '#contracts/console/fee-invoices.ts'
import type { Result } from '#model/platform/result.ts'
import { callPromoter, promoterHeaders } from '#stores/console/own-promoters.ts'
import { createList, toListPage } from '#stores/platform/paged-list.ts'

export const feeInvoices = createList<FeeInvoice, object>(async (query) =>
  toListPage(await callPromoter(listFeeInvoices, { query }), ({ invoices }) => invoices),
)

export const downloadFeeInvoice = ({
  id,
  number,
}: Pick<FeeInvoice, 'id' | 'number'>): Promise<Result<unknown>> =>
  downloadFile(
    `${listFeeInvoices.path}/${id}/invoice.pdf`,
    `invoice-${number}.pdf`,
    promoterHeaders().headers,
  )

export const downloadFeeInvoiceList = (): Promise<Result<unknown>> =>
  downloadFile(`${listFeeInvoices.path}/export.csv`, 'fee-invoices.csv', promoterHeaders().headers)
