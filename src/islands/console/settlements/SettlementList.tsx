import { useEffect } from 'react'
import { showToast } from '#browser/platform/toast-event.ts'
import type { Settlement } from '#contracts/console/settlements.ts'
import { consoleUrls } from '#contracts/platform/console-urls.ts'
import { PagedRows } from '#islands/console/PagedRows.tsx'
import { useStore } from '#islands/platform/use-store.ts'
import { downloadSettlementStatement, settlements } from '#stores/console/settlements.ts'
import { EMPTY_LIST } from '#stores/platform/paged-list.ts'
import { Button } from '#ui/Button.tsx'
import { DataTable, type TableColumns } from '#ui/DataTable.tsx'
import { formatDate } from '#ui/format/format-dates.ts'
import { formatAmount } from '#ui/format/format-numbers.ts'
import { Notice } from '#ui/Notice.tsx'
import { SettlementStatus } from './SettlementStatus.tsx'

export function SettlementList() {
  const list = useStore(settlements.$list, EMPTY_LIST)
  useEffect(() => void settlements.load({}), [])
  return (
    <section className="section" aria-labelledby="settlements-title">
      <h2 id="settlements-title">Payouts to you</h2>
      <PagedRows
        list={list}
        what="The payouts"
        onRetry={() => void settlements.reload()}
        onMore={() => void settlements.more()}
        empty={<p>No payouts yet. The first one comes after your first event.</p>}
      >
        {(rows) => (
          <>
            <FailedPayout latest={rows[0]} />
            <DataTable labelledBy="settlements-title" columns={COLUMNS} rows={rows} keyOf={({ id }) => id} />
          </>
        )}
      </PagedRows>
    </section>
  )
}

function FailedPayout({ latest }: { latest: Settlement | undefined }) {
  if (latest?.status !== 'failed') return null
  return (
    <Notice
      tone="danger"
      title={`Your last payout of ${formatAmount(latest.amount, latest.currency)} failed`}
    >
      <p>
        The amount is in your balance again. Check your payout details below before the next payout, or it may
        fail, too.
      </p>
    </Notice>
  )
}

const COLUMNS: TableColumns<Settlement> = [
  {
    name: 'Statement',
    cell: ({ id, number }) => <a href={consoleUrls.settlement(id)}>Statement {number}</a>,
  },
  { name: 'Date', cell: ({ createdAt }) => formatDate(createdAt) },
  { name: 'Status', cell: (row) => <SettlementStatus settlement={row} /> },
  { name: 'Amount', isNumber: true, cell: ({ amount, currency }) => formatAmount(amount, currency) },
  { name: 'Files', cell: (row) => <StatementFiles settlement={row} /> },
]

export function StatementFiles({ settlement }: { settlement: Settlement }) {
  const save = async (format: 'csv' | 'pdf'): Promise<void> => {
    const answer = await downloadSettlementStatement(settlement, format)
    if (!answer.success)
      showToast({ type: 'destructive', title: 'Not downloaded', message: answer.error.message })
  }
  return (
    <span className="statement-files">
      {(['pdf', 'csv'] as const).map((format) => (
        <Button key={format} variant="link" onClick={() => void save(format)}>
          {format.toUpperCase()}
          <span className="visually-hidden"> of statement {settlement.number}</span>
        </Button>
      ))}
    </span>
  )
}
