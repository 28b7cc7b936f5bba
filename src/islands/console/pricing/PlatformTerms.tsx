import type { OwnTerms, PlatformTermsView } from '#contracts/console/pricing/terms.ts'
import { useStore } from '#islands/platform/use-store.ts'
import { termsRows } from '#model/pricing/terms-messages.ts'
import { toPlatformTerms } from '#model/pricing/convert-terms.ts'
import { ownTerms } from '#stores/console/pricing.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { formatDateTime } from '#ui/format/format-dates.ts'
import { Loading } from '#ui/loading/Loading.tsx'
import { Notice } from '#ui/Notice.tsx'

export function PlatformTerms() {
  const { data, error } = useStore(ownTerms.$store, LOADING)
  return (
    <section className="section" aria-labelledby="platform-terms">
      <h2 id="platform-terms">Platform’s share</h2>
      <p className="secondary-text">
        The platform’s share of each paid order, whatever your buyers pay in fees. The platform sets it. Free
        orders, complimentary orders and orders paid outside have none.
      </p>
      {!data && (
        <Loading size="form" what="The platform’s terms" why={error} onRetry={() => void ownTerms.load()} />
      )}
      {data?.currencies.map((each) => (
        <TermsOfCurrency key={each.currency} {...each} />
      ))}
    </section>
  )
}

function TermsOfCurrency({ currency, terms, upcoming }: OwnTerms['currencies'][number]) {
  return (
    <div className="pricing-terms">
      <h3>In {currency}</h3>
      <TermsList terms={terms} currency={currency} />
      {upcoming.map((change) => (
        <Notice key={change.effectiveFrom} title={`From ${formatDateTime(change.effectiveFrom)}`}>
          <TermsList terms={change.terms} currency={currency} />
          <p className="secondary-text">Orders placed before then keep today’s terms.</p>
        </Notice>
      ))}
    </div>
  )
}

export function TermsList({
  terms,
  currency,
  reader = 'promoter',
}: {
  terms: PlatformTermsView | null
  currency: string
  reader?: Parameters<typeof termsRows>[2]
}) {
  if (!terms) return <p>The platform charges nothing.</p>
  return (
    <dl className="pricing-facts">
      {termsRows(toPlatformTerms(terms, currency), currency, reader).map(([label, text]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}
