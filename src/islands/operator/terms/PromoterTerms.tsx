import { useEffect, useState } from 'react'
import { showToast } from '#browser/platform/toast-event.ts'
import type { TermsOfPromoter } from '#contracts/operator/terms.ts'
import { useStore } from '#islands/platform/use-store.ts'
import { changePromoterTerms, promoterTerms, returnToDefaultTerms } from '#stores/operator/terms.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { Button } from '#ui/Button.tsx'
import { Loading } from '#ui/loading/Loading.tsx'
import { TermsChanges } from './TermsChanges.tsx'
import { TermsDialog } from './TermsDialog.tsx'

type OfCurrency = TermsOfPromoter['currencies'][number]

/** Section of a promoter's page with the platform's share of its orders. The page must load the stylesheet `console/pricing.css`. */
export function PromoterTerms({ promoterId }: { promoterId: string }) {
  const { data, error } = useStore(promoterTerms.$store, LOADING)
  const [opened, open] = useState<OfCurrency>()
  useEffect(() => void promoterTerms.load(promoterId), [promoterId])
  return (
    <section className="section" aria-labelledby="promoter-terms">
      <h2 id="promoter-terms">Terms</h2>
      {!data && (
        <Loading
          size="form"
          what="The terms"
          why={error}
          onRetry={() => void promoterTerms.load(promoterId)}
        />
      )}
      {data?.currencies.map((each) => (
        <div key={each.currency} className="pricing-terms">
          <div className="section-head">
            <h3>
              {each.currency}: {each.followsDefault ? 'default terms' : 'own terms'}
            </h3>
            <Button variant="quiet" onClick={() => open(each)}>
              Change terms in {each.currency}
            </Button>
          </div>
          <TermsChanges id={`promoter-terms-${each.currency}`} {...each} />
          {!each.followsDefault && <ReturnToDefault promoterId={promoterId} currency={each.currency} />}
        </div>
      ))}
      {opened && (
        <TermsDialog
          currency={opened.currency}
          terms={opened.terms}
          title={`Terms of ${data?.promoter.name ?? ''} in ${opened.currency}`}
          onSave={(terms) => changePromoterTerms(promoterId, terms)}
          onClose={() => open(undefined)}
        />
      )}
    </section>
  )
}

function ReturnToDefault({ promoterId, currency }: { promoterId: string; currency: string }) {
  const save = async (): Promise<void> => {
    const answer = await returnToDefaultTerms(promoterId, currency)
    if (answer.success)
      return showToast({
        type: 'success',
        title: 'Default terms apply',
        message: `For new orders in ${currency}.`,
      })
    showToast({ type: 'destructive', title: 'Terms not changed', message: answer.error.message })
  }
  return (
    <Button variant="link" onClick={() => void save()}>
      Return to the default terms in {currency}
    </Button>
  )
}
