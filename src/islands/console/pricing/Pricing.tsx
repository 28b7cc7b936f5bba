import type { PromoterFees } from '#contracts/console/pricing/fees.ts'
import { LoadFailed } from '#ui/loading/LoadFailed.tsx'
import { ConsoleGate } from '#islands/console/ConsoleGate.tsx'
import { useStore } from '#islands/platform/use-store.ts'
import { fees } from '#stores/console/pricing.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { EventFees } from './EventFees.tsx'
import { FeeForm } from './FeeForm.tsx'
import { PlatformTerms } from './PlatformTerms.tsx'
import { Taxes } from './Taxes.tsx'
import { Skeleton } from '#ui/loading/Skeleton.tsx'

const skeleton = <Skeleton size="form" />

/** Fees and taxes added to ticket prices, and the platform's share. */
export function Pricing() {
  return (
    <ConsoleGate skeleton={skeleton}>
      {() => (
        <div className="sections">
          <PlatformTerms />
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
          <h2 id={`fees-${currency}`}>What your buyers pay in {currency}</h2>
          <p className="secondary-text">
            The fees that are added to your ticket prices. If they are more than what the platform takes, you
            keep the difference; if they are less, you pay it.
          </p>
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

/** The first ticket type that isn't free. */
const exampleOf = ({ events }: PromoterFees, currency: string) =>
  events
    .filter((event) => event.currency === currency)
    .flatMap(({ ticketTypes }) => ticketTypes)
    .find(({ price }) => price > 0)
