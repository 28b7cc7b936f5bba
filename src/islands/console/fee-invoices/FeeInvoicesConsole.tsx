import { useEffect } from 'react'
import { showToast } from '#browser/platform/toast-event.ts'
import { AccountSkeleton } from '#islands/platform/AccountSkeleton.tsx'
import { useStore } from '#islands/platform/use-store.ts'
import { feeInvoices, downloadFeeInvoice, downloadFeeInvoiceList } from '#stores/console/fee-invoices.ts'
import { EMPTY_LIST } from '#stores/platform/paged-list.ts'
import { Button } from '#ui/Button.tsx'
import { ConsoleGate } from '../ConsoleGate.tsx'
import { PagedRows } from '../PagedRows.tsx'
import { FeeInvoiceTable } from './FeeInvoiceTable.tsx'

const WAITING = <AccountSkeleton label="Loading invoices…" blocks={2} />

/** The page `/promoter/fee-invoices` with the platform's invoices. */
export function FeeInvoicesConsole() {
  return (
    <ConsoleGate skeleton={WAITING} isOwners>
      {() => <FeeInvoices />}
    </ConsoleGate>
  )
}

function FeeInvoices() {
  const list = useStore(feeInvoices.$list, EMPTY_LIST)
  useEffect(() => void feeInvoices.load({}), [])
  const saveList = async (): Promise<void> => {
    const answer = await downloadFeeInvoiceList()
    if (!answer.success)
      showToast({ type: 'destructive', title: 'Not downloaded', message: answer.error.message })
  }
  return (
    <section className="section" aria-labelledby="page-title">
      <p className="secondary-text">
        The platform’s fees, invoiced in the first days of the following month. They were already deducted
        from your sales, so there’s nothing to pay. Fees returned with refunds are deducted from the next
        invoice.
      </p>
      <PagedRows
        list={list}
        what="The invoices"
        onRetry={() => void feeInvoices.reload()}
        onMore={() => void feeInvoices.more()}
        empty={<p>No invoices yet. The first one follows the first month with fees.</p>}
      >
        {(rows) => (
          <>
            <FeeInvoiceTable labelledBy="page-title" rows={rows} onSave={downloadFeeInvoice} />
            <div className="form-actions">
              <Button variant="quiet" onClick={() => void saveList()}>
                Download list (CSV)
              </Button>
            </div>
          </>
        )}
      </PagedRows>
    </section>
  )
}
