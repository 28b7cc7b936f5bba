import { call } from '#browser/platform/api.ts'
import { downloadFile } from '#browser/portal/download.ts'
import {
  getFeeInvoiceSettings,
  listAllFeeInvoices,
  putFeeInvoiceSettings,
  type OperatorFeeInvoice,
} from '#contracts/operator/fee-invoices.ts'
import type { RequestOf } from '#contracts/platform/endpoint.ts'
import type { Result } from '#model/platform/result.ts'
import { createList, toListPage } from '#stores/platform/paged-list.ts'
import { createResource } from '#stores/platform/resource.ts'
import { onSuccess } from '#stores/platform/on-success.ts'

export const billing = createResource(() => call(getFeeInvoiceSettings, {}))

export const saveBilling = (body: RequestOf<typeof putFeeInvoiceSettings>['body']) =>
  onSuccess(call(putFeeInvoiceSettings, { body }), () => billing.load())

export const allFeeInvoices = createList<OperatorFeeInvoice, { month?: string }>(async (query) =>
  toListPage(await call(listAllFeeInvoices, { query }), ({ invoices }) => invoices),
)

export const downloadOperatorFeeInvoice = ({
  id,
  number,
}: Pick<OperatorFeeInvoice, 'id' | 'number'>): Promise<Result<unknown>> =>
  downloadFile(`${listAllFeeInvoices.path}/${id}/invoice.pdf`, `invoice-${number}.pdf`, {})

export function downloadFeeInvoicesOf(month: string | undefined): Promise<Result<unknown>> {
  const query = month ? `?month=${month}` : ''
  const name = `fee-invoices${month ? `-${month}` : ''}.csv`
  return downloadFile(`${listAllFeeInvoices.path}/export.csv${query}`, name, {})
}
