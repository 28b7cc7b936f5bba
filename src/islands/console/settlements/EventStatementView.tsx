import type { ReactNode } from 'react'
import { showToast } from '#browser/platform/toast-event.ts'
import type { EventStatement } from '#contracts/console/statements/event-statements.ts'
import { STATEMENT_LINE_LABELS } from '#model/money/settlement-labels.ts'
import type { Result } from '#model/platform/result.ts'
import { Button } from '#ui/Button.tsx'
import { DataTable } from '#ui/DataTable.tsx'
import { formatDate } from '#ui/format/format-dates.ts'
import { formatAmount, formatCount } from '#ui/format/format-numbers.ts'

interface Props {
  statement: EventStatement
  /** Link shown above the title. */
  back: ReactNode
  onSave: (format: 'csv' | 'pdf') => Promise<Result<unknown>>
  /** Returns the URL of a settlement's statement. Undefined if the reader can't open it. */
  settlementUrl?: (id: string) => string
}

export function EventStatementView({ statement, back, onSave, settlementUrl }: Props) {
  const { eventTitle, orders, currency, dueAt, lines, total, taxes } = statement
  const money = (amount: number): string => formatAmount(amount, currency)
  return (
    <div className="sections">
      <div className="section">
        <p>{back}</p>
        <div className="section-head">
          <h1 dir="auto">{eventTitle}</h1>
          <Files statement={statement} onSave={onSave} />
        </div>
        <p className="secondary-text">
          {formatCount(orders, 'order')} ·{' '}
          {dueAt === null ? 'due when its refunds are complete' : `due ${formatDate(dueAt)}`}
        </p>
      </div>
      <section className="section" aria-labelledby="sums-title">
        <h2 id="sums-title">Summary</h2>
        <dl className="statement-sums">
          {lines.map(({ kind, amount }) => (
            <div key={kind}>
              <dt>{STATEMENT_LINE_LABELS[kind]}</dt>
              <dd>{money(amount)}</dd>
            </div>
          ))}
          <div className="statement-total">
            <dt>Net</dt>
            <dd>{money(total)}</dd>
          </div>
        </dl>
        <p className="secondary-text">
          {taxes === 0 ? '' : `${money(taxes)} of this is tax that the promoter must remit. `}
          Orders for several events are divided by the value of their tickets.
        </p>
      </section>
      <Settled statement={statement} settlementUrl={settlementUrl} />
    </div>
  )
}

function Settled({ statement, settlementUrl }: Pick<Props, 'statement' | 'settlementUrl'>) {
  const { settlements, unsettled, currency } = statement
  return (
    <section className="section" aria-labelledby="settled-title">
      <h2 id="settled-title">Payouts that include this event</h2>
      {settlements.length === 0 ? (
        <p>No payout includes this event yet.</p>
      ) : (
        <>
          <DataTable
            labelledBy="settled-title"
            rows={settlements}
            keyOf={({ id }) => id}
            columns={[
              {
                name: 'Statement',
                cell: ({ id, number }) =>
                  settlementUrl ? <a href={settlementUrl(id)}>Statement {number}</a> : `Statement ${number}`,
              },
              { name: 'Date', cell: ({ createdAt }) => formatDate(createdAt) },
              { name: 'Amount', isNumber: true, cell: ({ amount }) => formatAmount(amount, currency) },
            ]}
          />
          <p>Not on a statement yet: {formatAmount(unsettled, currency)}.</p>
        </>
      )}
    </section>
  )
}

function Files({ statement, onSave }: Pick<Props, 'statement' | 'onSave'>) {
  const save = async (format: 'csv' | 'pdf'): Promise<void> => {
    const answer = await onSave(format)
    if (!answer.success)
      showToast({ type: 'destructive', title: 'Not downloaded', message: answer.error.message })
  }
  return (
    <span className="statement-files">
      {(['pdf', 'csv'] as const).map((format) => (
        <Button key={format} variant="link" onClick={() => void save(format)}>
          {format.toUpperCase()}
          <span className="visually-hidden"> of the statement of {statement.eventTitle}</span>
        </Button>
      ))}
    </span>
  )
}
