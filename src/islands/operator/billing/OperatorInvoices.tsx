import { useEffect } from 'react'
import { showToast } from '#browser/platform/toast-event.ts'
import { feeInvoiceMonth, type OperatorFeeInvoice } from '#contracts/operator/fee-invoices.ts'
import { PagedRows } from '#islands/console/PagedRows.tsx'
import { FeeInvoiceTable } from '#islands/console/fee-invoices/FeeInvoiceTable.tsx'
import { useUrlFilters } from '#islands/console/filters/use-url-filters.ts'
import { useStore } from '#islands/platform/use-store.ts'
import {
  allFeeInvoices,
  downloadFeeInvoicesOf,
  downloadOperatorFeeInvoice,
} from '#stores/operator/billing.ts'
import { EMPTY_LIST } from '#stores/platform/paged-list.ts'
import { Button } from '#ui/Button.tsx'
import type { TableColumns } from '#ui/DataTable.tsx'
import { Field } from '#ui/form/Field.tsx'
import { OperatorGate } from '../OperatorGate.tsx'
import { BillingSettings } from './BillingSettings.tsx'

/** The page `/operator/invoices` with the platform's invoices to promoters and the settings of the issuer. */
export function OperatorInvoices() {
  return (
    <OperatorGate>
      <div className="sections">
        <Invoices />
        <BillingSettings />
      </div>
    </OperatorGate>
  )
}

const FILTERS = ['month'] as const
const PROMOTER: TableColumns<OperatorFeeInvoice> = [
  { name: 'Promoter', cell: ({ promoterName }) => <span dir="auto">{promoterName}</span> },
]

function Invoices() {
  const list = useStore(allFeeInvoices.$list, EMPTY_LIST)
  const [filters, narrow] = useUrlFilters(FILTERS)
  const month = feeInvoiceMonth.safeParse(filters.month).data
  useEffect(() => void allFeeInvoices.load(month ? { month } : {}), [month])
  const save = async (): Promise<void> => {
    const answer = await downloadFeeInvoicesOf(month)
    if (!answer.success)
      showToast({ type: 'destructive', title: 'Not downloaded', message: answer.error.message })
  }
  return (
    <section className="section" aria-labelledby="fee-invoices">
      <h2 id="fee-invoices">Invoices to promoters</h2>
      <div className="filters">
        <Field
          id="invoice-month"
          label="Month"
          type="month"
          value={month ?? ''}
          onChange={(change) => narrow({ month: change.currentTarget.value })}
        />
      </div>
      <PagedRows
        list={list}
        what="The invoices"
        onRetry={() => void allFeeInvoices.reload()}
        onMore={() => void allFeeInvoices.more()}
        empty={<p>{month ? 'No invoices for this month.' : 'No invoices yet.'}</p>}
      >
        {(rows) => (
          <>
            <FeeInvoiceTable
              labelledBy="fee-invoices"
              first={PROMOTER}
              rows={rows}
              onSave={downloadOperatorFeeInvoice}
            />
            <div className="form-actions">
              <Button variant="quiet" onClick={() => void save()}>
                Download list (CSV)
              </Button>
            </div>
          </>
        )}
      </PagedRows>
    </section>
  )
}
