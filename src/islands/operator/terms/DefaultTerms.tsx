import { useState } from 'react'
import { operatorUrls } from '#contracts/platform/operator-urls.ts'
import type { ListedTerms, TermsOfCurrency } from '#contracts/operator/terms.ts'
import { useStore } from '#islands/platform/use-store.ts'
import { OperatorGate } from '#islands/operator/OperatorGate.tsx'
import { changeDefaultTerms, terms } from '#stores/operator/terms.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { Button } from '#ui/Button.tsx'
import { DataTable } from '#ui/DataTable.tsx'
import { LoadFailed } from '#ui/loading/LoadFailed.tsx'
import { Skeleton } from '#ui/loading/Skeleton.tsx'
import { Notice } from '#ui/Notice.tsx'
import { RefundLimits } from './RefundLimits.tsx'
import { TermsChanges } from './TermsChanges.tsx'
import { TermsDialog } from './TermsDialog.tsx'

/** The page `/operator/terms` with the platform's share for promoters without terms of their own. */
export function DefaultTerms() {
  return (
    <OperatorGate>
      <Terms />
    </OperatorGate>
  )
}

function Terms() {
  const { data, error } = useStore(terms.$store, LOADING)
  const [opened, open] = useState<Pick<TermsOfCurrency, 'currency' | 'terms'>>()
  if (!data) {
    if (!error) return <Skeleton size="form" />
    return <LoadFailed what="The terms" why={error} onRetry={() => void terms.load()} />
  }
  return (
    <div className="sections">
      <p className="secondary-text">
        The platform’s share of paid orders, for promoters without terms of their own. It doesn’t depend on
        the fees that promoters charge their buyers. If those fees are less than the share, promoters pay the
        difference.
      </p>
      {data.withoutTerms.length > 0 && (
        <Notice tone="warning" title={`No terms in ${data.withoutTerms.join(', ')}`}>
          <p>Promoters sell in these currencies, and the platform charges them nothing.</p>
          {data.withoutTerms.map((currency) => (
            <Button key={currency} variant="quiet" onClick={() => open({ currency, terms: null })}>
              Set terms in {currency}
            </Button>
          ))}
        </Notice>
      )}
      {data.currencies.map((each) => (
        <section key={each.currency} className="section" aria-labelledby={`terms-${each.currency}`}>
          <div className="section-head">
            <h2 id={`terms-${each.currency}`}>{each.currency}</h2>
            <Button variant="quiet" onClick={() => open(each)}>
              Change terms in {each.currency}
            </Button>
          </div>
          <TermsChanges id={`terms-${each.currency}`} {...each} />
        </section>
      ))}
      <OwnTermsList promoters={data.promoters} />
      <RefundLimits />
      {opened && (
        <TermsDialog
          {...opened}
          title={`Default terms in ${opened.currency}`}
          onSave={changeDefaultTerms}
          onClose={() => open(undefined)}
        />
      )}
    </div>
  )
}

function OwnTermsList({ promoters }: Pick<ListedTerms, 'promoters'>) {
  const rows = promoters.flatMap(({ promoter, currencies }) =>
    currencies.map(({ currency, followsDefault, changes }) => ({
      ...promoter,
      currency,
      followsDefault,
      isChanging: changes.some(({ status }) => status === 'upcoming'),
    })),
  )
  if (rows.length === 0) return null
  return (
    <section className="section" aria-labelledby="own-terms">
      <h2 id="own-terms">Promoters with terms of their own</h2>
      <DataTable
        labelledBy="own-terms"
        rows={rows}
        keyOf={({ id, currency }) => id + currency}
        columns={[
          { name: 'Promoter', cell: ({ id, name }) => <a href={operatorUrls.promoter(id)}>{name}</a> },
          { name: 'Currency', cell: ({ currency }) => currency },
          {
            name: 'In effect',
            cell: ({ followsDefault }) => (followsDefault ? 'Default terms' : 'Own terms'),
          },
          { name: 'Upcoming', cell: ({ isChanging }) => (isChanging ? 'A change' : '–') },
        ]}
      />
    </section>
  )
}
