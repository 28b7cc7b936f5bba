import type { Payout } from '#contracts/portal/earnings.ts'
import { formatDate, formatDateTime } from '#ui/format/format-dates.ts'
import { formatAmount } from '#ui/format/format-numbers.ts'

const STATUS: Readonly<Record<Payout['status'], readonly [words: string, tone: string]>> = {
  requested: ['Needs approval', 'plain'],
  approved: ['Approved', 'plain'],
  sent: ['On its way', 'plain'],
  paid: ['Paid', 'success'],
  failed: ['Failed', 'danger'],
  refused: ['Refused', 'danger'],
}

export function Payouts({ payouts }: { payouts: readonly Payout[] }) {
  return (
    <section className="section" aria-labelledby="payouts-title">
      <h2 id="payouts-title">Payouts</h2>
      {payouts.length === 0 ? (
        <p className="secondary-text">No payouts yet.</p>
      ) : (
        <ul className="account-list">
          {payouts.map((payout) => (
            <PayoutRow key={payout.id} payout={payout} />
          ))}
        </ul>
      )}
    </section>
  )
}

function PayoutRow({ payout }: { payout: Payout }) {
  const [words, tone] = STATUS[payout.status]
  return (
    <li className="payout">
      <div>
        <p className="account-list-name">
          {formatAmount(payout.amount, payout.currency)}
          {payout.eventTitle && <span dir="auto"> for {payout.eventTitle}</span>}
        </p>
        <p className="secondary-text">{historyMessage(payout)}</p>
      </div>
      <span className="badge" data-tone={tone}>
        {words}
      </span>
    </li>
  )
}

function historyMessage(payout: Payout): string {
  const { status, reason, requestedAt, sentAt, finishedAt } = payout
  const requested = `Requested ${formatDateTime(requestedAt)}.`
  if (status === 'failed' || status === 'refused') {
    const why = reason ? ` ${reason}` : ''
    return `${requested}${why} The money is available again.`
  }
  if (status === 'paid' && finishedAt) return `${requested} Arrived ${formatDate(finishedAt)}.`
  if (status === 'sent' && sentAt) return `${requested} Sent ${formatDate(sentAt)}; banks take a few days.`
  if (payout.isWaitingForFunds)
    return `${requested} It will be sent as soon as the platform’s balance covers it. You don’t need to do anything.`
  return status === 'approved'
    ? `${requested} It will be sent within minutes.`
    : `${requested} It needs the promoter’s approval.`
}
