import { useState } from 'react'
import { showToast } from '#browser/platform/toast-event.ts'
import type { FeeInvoice } from '#contracts/console/fee-invoices.ts'
import type { Result } from '#model/platform/result.ts'
import { Button } from '#ui/Button.tsx'
import { DataTable, type TableColumns } from '#ui/DataTable.tsx'
import { formatDate } from '#ui/format/format-dates.ts'
import { formatAmount } from '#ui/format/format-numbers.ts'

interface Props<Row extends FeeInvoice> {
  labelledBy: string
  rows: readonly Row[]
  first?: TableColumns<Row>
  onSave: (invoice: Row) => Promise<Result<unknown>>
}

const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** Formats '2026-11' as 'November 2026'. */
export const formatMonth = (month: string): string => monthName.format(new Date(`${month}-01T00:00:00Z`))

export function FeeInvoiceTable<Row extends FeeInvoice>({ labelledBy, rows, first, onSave }: Props<Row>) {
  const others: TableColumns<Row> = [
    {
      name: 'Number',
      cell: ({ number, kind }) => (
        <>
          {number} {kind === 'credit_note' && <span className="badge">Credit note</span>}
        </>
      ),
    },
    {
      name: 'Month',
      cell: ({ month, issuedAt }) => (
        <>
          {formatMonth(month)}
          <span className="secondary-text">Issued {formatDate(issuedAt)}</span>
        </>
      ),
    },
    {
      name: 'Total',
      isNumber: true,
      cell: ({ total, tax, currency }) => (
        <>
          {formatAmount(total, currency)}
          <span className="secondary-text">{formatAmount(tax, currency)} tax</span>
        </>
      ),
    },
    {
      name: 'File',
      cell: (row) => <SaveButton label={`PDF of invoice ${row.number}`} onSave={() => onSave(row)} />,
    },
  ]
  const columns: TableColumns<Row> = first ? [...first, ...others] : others
  return <DataTable labelledBy={labelledBy} columns={columns} rows={rows} keyOf={({ id }) => id} />
}

function SaveButton({ label, onSave }: { label: string; onSave: () => Promise<Result<unknown>> }) {
  const [isBusy, setBusy] = useState(false)
  const save = async (): Promise<void> => {
    setBusy(true)
    const answer = await onSave()
    setBusy(false)
    if (!answer.success)
      showToast({ type: 'destructive', title: 'Not downloaded', message: answer.error.message })
  }
  return (
    <Button variant="link" busy={isBusy} aria-label={label} onClick={() => void save()}>
      PDF
    </Button>
  )
}
