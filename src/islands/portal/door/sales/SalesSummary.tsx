import { useState } from 'react'
import type { LoggedSale } from '#browser/portal/door/sales-database.ts'
import { toCents, toMajor } from '#model/platform/money.ts'
import { DOOR_PAYMENT_LABELS, summarizeSales } from '#model/sales/door-sales/door-sales.ts'
import type { Till } from '#stores/portal/door/sales/till.ts'
import { formatTimeIn } from '#ui/format/format-dates.ts'
import { formatAmount, formatCount } from '#ui/format/format-numbers.ts'
import { ReasonForm } from '../ReasonForm.tsx'

interface Props {
  till: Till
  sales: readonly LoggedSale[]
  currency: string
  timeZone: string
}

/**
 * Totals of this device's sales by payment method, and the sales themselves. The last sale that isn't voided can be
 * voided.
 */
export function SalesSummary({ till, sales, currency, timeZone }: Props) {
  const [isAsked, ask] = useState(false)
  const counted = sales.filter(({ state }) => state !== 'refused')
  const { sums, voided } = summarizeSales(
    counted.map(({ sale, voidReason }) => ({
      payment: sale.payment,
      totalCents: toCents(sale.total, currency),
      tickets: sale.tickets.length,
      isVoided: voidReason !== undefined,
    })),
  )
  const last = counted.find(({ voidReason }) => voidReason === undefined)
  return (
    <section className="door-counts" aria-labelledby="sales-title">
      <h2 id="sales-title">Sales on this device</h2>
      <dl className="door-sums">
        {sums.map(({ payment, tickets, totalCents }) => (
          <div key={payment}>
            <dt>{payment === 'cash' ? 'Cash expected in the box' : DOOR_PAYMENT_LABELS[payment]}</dt>
            <dd>
              <strong>{formatAmount(toMajor(totalCents, currency), currency)}</strong>
              <span>{formatCount(tickets, 'ticket')}</span>
            </dd>
          </div>
        ))}
      </dl>
      {voided > 0 && <p>{formatCount(voided, 'sale')} voided.</p>}
      {last && !isAsked && (
        <button type="button" className="door-button" onClick={() => ask(true)}>
          Void the last sale: no. {last.seq}, {formatAmount(last.sale.total, currency)}
        </button>
      )}
      {last && isAsked && (
        <ReasonForm
          kind="void"
          onCancel={() => ask(false)}
          onGive={(reason) => {
            ask(false)
            void till.voidSale(last.seq, reason)
          }}
        />
      )}
      <ol className="door-sales">
        {sales.map((logged) => (
          <li key={logged.seq}>
            <span>
              No. {logged.seq} · {formatTimeIn(new Date(logged.sale.atMs).toISOString(), timeZone)} ·{' '}
              {formatAmount(logged.sale.total, currency)}
            </span>
            <span>{stateOf(logged)}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function stateOf({ state, why, voidReason, isVoidSent }: LoggedSale): string {
  if (state === 'refused') return `Refused by the server. ${why}`
  if (voidReason !== undefined)
    return isVoidSent ? `Voided: ${voidReason}` : `Voided, not sent yet: ${voidReason}`
  return state === 'stored' ? 'Sent' : 'Not sent yet'
}
