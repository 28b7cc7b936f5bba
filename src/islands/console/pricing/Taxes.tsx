import { Loading } from '#ui/loading/Loading.tsx'
import { useStore } from '#islands/platform/use-store.ts'
import { taxes } from '#stores/console/pricing.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { TaxedTypes } from './TaxedTypes.tsx'
import { TaxRates } from './TaxRates.tsx'
import { TaxSettings } from './TaxSettings.tsx'

export function Taxes() {
  const { data, error } = useStore(taxes.$store, LOADING)
  return (
    <section className="section" aria-labelledby="taxes">
      <h2 id="taxes">Taxes</h2>
      <p className="secondary-text">
        Tickets are taxed after discounts. Fees and delivery aren’t taxed. Changes apply to new orders: buyers
        with an open cart see the new price before they pay.
      </p>
      {!data && <Loading size="form" what="Your taxes" why={error} onRetry={() => void taxes.load()} />}
      {data && (
        <>
          <TaxRates rates={data.rates} />
          <TaxSettings settings={data.settings} />
          {data.rates.length > 0 && <TaxedTypes {...data} />}
        </>
      )}
    </section>
  )
}
