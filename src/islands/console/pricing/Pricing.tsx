import type { PromoterFees } from '#contracts/console/pricing/fees.ts'
import { LoadFailed } from '#ui/loading/LoadFailed.tsx'
import { ConsoleGate } from '#islands/console/ConsoleGate.tsx'
import { useStore } from '#islands/platform/use-store.ts'
import { fees } from '#stores/console/pricing.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { EventFees } from './EventFees.tsx'
import { FeeForm } from './FeeForm.tsx'
import { Taxes } from './Taxes.tsx'
import { Skeleton } from '#ui/loading/Skeleton.tsx'

const skeleton = <Skeleton size="form" />

/** What is added to a price, and by whom. */
export function Pricing() {
  return (
    <ConsoleGate skeleton={skeleton}>
      {() => (
        <div className="sections">
          <Fees />
          <Taxes />
        </div>
      )}
    </ConsoleGate>
  )
}

function Fees() {
  const { data, error } = useStore(fees.$store, LOADING)
  if (!data) {
    if (!error) return skeleton
    return <LoadFailed what="Your fees" why={error} onRetry={() => void fees.load()} />
  }
  return (
    <>
      {data.currencies.map(({ currency, ...level }) => (
        <section key={currency} className="section" aria-labelledby={`fees-${currency}`}>
          <h2 id={`fees-${currency}`}>Fees in {currency}</h2>
          <FeeForm
            level={level}
            currency={currency}
            spot={{ currency }}
            ticketType={exampleOf(data, currency)}
          />
        </section>
      ))}
      {data.events.length > 0 && <EventFees events={data.events} />}
    </>
  )
}

/** The first ticket that costs something. */
const exampleOf = ({ events }: PromoterFees, currency: string) =>
  events
    .filter((event) => event.currency === currency)
    .flatMap(({ ticketTypes }) => ticketTypes)
    .find(({ price }) => price > 0)
