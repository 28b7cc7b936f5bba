import { useEffect } from 'react'
import type { Settlement, Statement, StatementEntry } from '#contracts/console/settlements.ts'
import { consoleUrls } from '#contracts/platform/console-urls.ts'
import { ConsoleGate } from '#islands/console/ConsoleGate.tsx'
import { PagedRows } from '#islands/console/PagedRows.tsx'
import { AccountSkeleton } from '#islands/platform/AccountSkeleton.tsx'
import { useStore } from '#islands/platform/use-store.ts'
import { STATEMENT_LINE_LABELS } from '#model/money/settlement-labels.ts'
import { settlement, statementEntries } from '#stores/console/settlements.ts'
import { EMPTY_LIST } from '#stores/platform/paged-list.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { DataTable } from '#ui/DataTable.tsx'
import { formatDate } from '#ui/format/format-dates.ts'
import { formatAmount } from '#ui/format/format-numbers.ts'
import { LoadFailed } from '#ui/loading/LoadFailed.tsx'
import { StatementFiles } from './SettlementList.tsx'
import { SettlementStatus } from './SettlementStatus.tsx'

const WAITING = <AccountSkeleton label="Loading the statement…" blocks={2} />

/** The page `/promoter/settlements/{id}` with a settlement's statement. */
export function SettlementPage({ id }: { id: string }) {
  return (
    <ConsoleGate skeleton={WAITING} isOwners>
      {() => <Loaded id={id} />}
    </ConsoleGate>
  )
}

function Loaded({ id }: { id: string }) {
  const { data, error } = useStore(settlement.$store, LOADING)
  useEffect(() => void settlement.load(id), [id])
  if (error && !data)
    return <LoadFailed what="The statement" why={error} onRetry={() => void settlement.load(id)} />
  if (!data) return WAITING
  return (
    <div className="sections">
      <Head settlement={data.settlement} />
      <Sums settlement={data.settlement} statement={data.statement} />
      <Entries id={id} currency={data.settlement.currency} />
    </div>
  )
}

function Head({ settlement: row }: { settlement: Settlement }) {
  return (
    <div className="section">
      <p>
        <a href={consoleUrls.settlements()}>Balance</a>
      </p>
      <div className="section-head">
        <h1>
          Statement {row.number}: {formatAmount(row.amount, row.currency)}
        </h1>
        <StatementFiles settlement={row} />
      </div>
      <p className="secondary-text">
        {formatDate(row.createdAt)} · {row.method === 'bank' ? 'bank transfer' : 'payment provider'}
        {row.requestedBy !== null && ` · requested by ${row.requestedBy}`}
      </p>
      <div>
        <SettlementStatus settlement={row} />
      </div>
    </div>
  )
}

function Sums({ settlement: { currency }, statement }: { settlement: Settlement; statement: Statement }) {
  const money = (amount: number): string => formatAmount(amount, currency)
  return (
    <section className="section" aria-labelledby="sums-title">
      <h2 id="sums-title">Summary</h2>
      <dl className="statement-sums">
        <div>
          <dt>Opening balance</dt>
          <dd>{money(statement.openingBalance)}</dd>
        </div>
        {statement.lines.map(({ kind, amount }) => (
          <div key={kind}>
            <dt>{STATEMENT_LINE_LABELS[kind]}</dt>
            <dd>{money(amount)}</dd>
          </div>
        ))}
        <div className="statement-total">
          <dt>Closing balance</dt>
          <dd>{money(statement.closingBalance)}</dd>
        </div>
      </dl>
      <p className="secondary-text">
        Of the closing balance, {money(statement.notDue)} wasn’t due yet and {money(statement.reserve)} was
        held as a reserve.{' '}
        {statement.memberDebt > 0 && `${money(statement.memberDebt)} was owed by your team. `}
        {money(statement.taxes)} is tax that you must remit.
      </p>
    </section>
  )
}

function Entries({ id, currency }: { id: string; currency: string }) {
  const list = useStore(statementEntries.$list, EMPTY_LIST)
  useEffect(() => void statementEntries.load({ id }), [id])
  return (
    <section className="section" aria-labelledby="entries-title">
      <h2 id="entries-title">Orders and other entries</h2>
      <PagedRows
        list={list}
        what="The orders"
        onRetry={() => void statementEntries.reload()}
        onMore={() => void statementEntries.more()}
        empty={<p>This settlement has no line items.</p>}
      >
        {(rows) => (
          <DataTable
            labelledBy="entries-title"
            rows={rows}
            keyOf={(row) => row.id}
            columns={[
              { name: 'Order', cell: entryName },
              { name: 'Date', cell: ({ at }) => formatDate(at) },
              { name: 'Amount', isNumber: true, cell: ({ amount }) => formatAmount(amount, currency) },
            ]}
          />
        )}
      </PagedRows>
    </section>
  )
}

function entryName({ id, orderNumber, eventTitles, note, lines }: StatementEntry) {
  const [first] = lines
  return (
    <>
      {orderNumber === null ? (
        first && STATEMENT_LINE_LABELS[first.kind]
      ) : (
        <a href={consoleUrls.order(id)}>{orderNumber}</a>
      )}
      <span className="secondary-text">{[...eventTitles, note].filter(Boolean).join(', ')}</span>
    </>
  )
}
