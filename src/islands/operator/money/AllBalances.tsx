import { useEffect } from 'react'
import type { PromoterBalances } from '#contracts/operator/settlements.ts'
import { operatorUrls } from '#contracts/platform/operator-urls.ts'
import { PagedRows } from '#islands/console/PagedRows.tsx'
import { useStore } from '#islands/platform/use-store.ts'
import { balances } from '#stores/operator/money.ts'
import { EMPTY_LIST } from '#stores/platform/paged-list.ts'
import { DataTable, type TableColumns } from '#ui/DataTable.tsx'
import { formatDate } from '#ui/format/format-dates.ts'
import { formatAmount } from '#ui/format/format-numbers.ts'

export function AllBalances() {
  const list = useStore(balances.$list, EMPTY_LIST)
  useEffect(() => void balances.load({}), [])
  return (
    <section className="section" aria-labelledby="balances-title">
      <h2 id="balances-title">Balances</h2>
      <PagedRows
        list={list}
        what="The balances"
        onRetry={() => void balances.reload()}
        onMore={() => void balances.more()}
        empty={<p>No promoter has sold anything yet.</p>}
      >
        {(rows) => (
          <DataTable
            labelledBy="balances-title"
            columns={COLUMNS}
            rows={rows.flatMap(({ balances: each, ...promoter }) =>
              each.map((balance) => ({ ...promoter, ...balance })),
            )}
            keyOf={({ id, currency }) => id + currency}
          />
        )}
      </PagedRows>
    </section>
  )
}

type BalanceRow = Omit<PromoterBalances, 'balances'> & PromoterBalances['balances'][number]

const COLUMNS: TableColumns<BalanceRow> = [
  {
    name: 'Promoter',
    cell: ({ id, name, isHeld, memberDebt, currency }) => (
      <>
        <a href={operatorUrls.promoterMoney(id)}>{name}</a>
        {isHeld && <span className="secondary-text">Payouts on hold</span>}
        {memberDebt > 0 && (
          <span className="secondary-text">Team owes {formatAmount(memberDebt, currency)}</span>
        )}
      </>
    ),
  },
  { name: 'Balance', isNumber: true, cell: ({ balance, currency }) => formatAmount(balance, currency) },
  { name: 'Available', isNumber: true, cell: ({ available, currency }) => formatAmount(available, currency) },
  { name: 'Not due', isNumber: true, cell: ({ notDue, currency }) => formatAmount(notDue, currency) },
  { name: 'Reserve', isNumber: true, cell: ({ reserve, currency }) => formatAmount(reserve, currency) },
  { name: 'On its way', isNumber: true, cell: ({ underway, currency }) => formatAmount(underway, currency) },
  {
    name: 'Next payout',
    cell: ({ next, currency }) =>
      next === null ? (
        '—'
      ) : (
        <>
          {formatAmount(next.amount, currency)}
          <span className="secondary-text">{formatDate(next.at)}</span>
        </>
      ),
  },
]
