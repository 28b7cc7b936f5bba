import type { Overview } from '#contracts/console/reports.ts'
import { consoleUrls } from '#contracts/platform/console-urls.ts'
import { formatSellerDetails } from '#model/sites/seller-details.ts'
import { formatCount } from '#ui/format/format-numbers.ts'

interface Waiting {
  count: number
  words: string
  href: string
  does: string
  isUrgent?: boolean
}

/** Tasks for the promoter, such as payouts to approve. Renders nothing if there are none. */
export function AttentionList({ attention }: { attention: Overview['attention'] }) {
  const waiting = waitingOf(attention).filter(({ count }) => count > 0)
  if (waiting.length === 0) return null
  return (
    <section className="section" aria-labelledby="attention-title">
      <h2 id="attention-title">Needs your attention</h2>
      <ul className="attention">
        {waiting.map(({ words, href, does, isUrgent }) => (
          <li key={href + words} data-tone={isUrgent ? 'danger' : undefined}>
            <span>{words}</span>
            <a href={href}>{does}</a>
          </li>
        ))}
      </ul>
    </section>
  )
}

const waitingOf = ({
  payments,
  disputes,
  payouts,
  drafts,
  missingSellerDetails: missing,
}: Overview['attention']): Waiting[] => [
  {
    count: payments,
    words: `${formatCount(payments, 'payment')} could not be settled`,
    href: consoleUrls.orders(),
    does: 'View orders',
    isUrgent: true,
  },
  {
    count: disputes,
    words: `${formatCount(disputes, 'payment is', 'payments are')} disputed`,
    href: `${consoleUrls.reports()}?report=refunds`,
    does: 'View refunds',
    isUrgent: true,
  },
  {
    count: payouts ?? 0,
    words: `${formatCount(payouts ?? 0, 'payout needs', 'payouts need')} your approval`,
    href: consoleUrls.payouts(),
    does: 'Review payouts',
  },
  {
    count: drafts,
    words: `${formatCount(drafts, 'event is', 'events are')} not published yet`,
    href: consoleUrls.events(),
    does: 'Finish drafts',
  },
  {
    count: missing.length,
    words: `Invoices can’t be issued: your ${formatSellerDetails(missing)} ${missing.length > 1 ? 'are' : 'is'} missing`,
    href: consoleUrls.settings(),
    does: 'Add details',
  },
]
