import type { StaffEarnings } from '#contracts/portal/earnings.ts'
import { Plot } from '#ui/plots/Plot.tsx'
import { earningDaysMessage } from './earning-messages.ts'
import { addDays } from '#model/platform/time/days.ts'
import { formatAmount } from '#ui/format/format-numbers.ts'

/** Minimum number of days in the plot, so that a single day's bar doesn't fill it. */
const MIN_DAYS = 14

/** Plot of earnings by day, one per currency. Days without earnings are included. */
export function EarningDays({ earnings: { days } }: { earnings: StaffEarnings }) {
  if (days.length === 0) return null
  const currencies = [...new Set(days.map(({ currency }) => currency))]
  return (
    <section className="section" aria-labelledby="earning-days-title">
      <h2 id="earning-days-title">By day</h2>
      {currencies.map((currency) => (
        <CurrencyDays
          key={currency}
          currency={currency}
          days={days.filter((each) => each.currency === currency)}
        />
      ))}
    </section>
  )
}

function CurrencyDays({ currency, days }: { currency: string; days: StaffEarnings['days'] }) {
  const byDay = new Map(days.map((each) => [each.day, each]))
  const all = everyDay(days.map(({ day }) => day))
  const description = earningDaysMessage(days, currency)
  const show = (amount: number): string => formatAmount(amount, currency)
  // Without earnings, there is only a description and no plot.
  if (days.every(({ amount }) => amount === 0)) return <p>{description}</p>
  return (
    <Plot
      name={`Commission by day in ${currency}`}
      description={description}
      unit={`in ${currency} a day`}
      series={[{ name: 'Commission', values: all.map((day) => byDay.get(day)?.amount ?? 0), show }]}
      days={all}
    />
  )
}

function everyDay(days: readonly string[]): string[] {
  const last = days.at(-1) ?? ''
  const least = addDays(last, 1 - MIN_DAYS)
  const first = days[0] !== undefined && days[0] < least ? days[0] : least
  const all: string[] = []
  for (let day = first; day <= last; day = addDays(day, 1)) all.push(day)
  return all
}
