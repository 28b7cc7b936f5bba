import { useState } from 'react'
import type { Overview as Facts } from '#contracts/console/reports.ts'
import { consoleUrls } from '#contracts/platform/console-urls.ts'
import { LoadFailed } from '#ui/loading/LoadFailed.tsx'
import { ConsoleGate } from '#islands/console/ConsoleGate.tsx'
import { FunnelSteps } from '#islands/console/reports/ReportPlot.tsx'
import { ReportSkeleton } from '#islands/console/reports/ReportSkeleton.tsx'
import { Checklist } from '#islands/console/start/Checklist.tsx'
import { useStore } from '#islands/platform/use-store.ts'
import { $overview, loadOverview } from '#stores/console/reports.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { Select } from '#ui/form/Select.tsx'
import { AttentionList } from './AttentionList.tsx'
import { NextEvents } from './NextEvents.tsx'
import { PeriodSales } from './PeriodSales.tsx'
import { RecentOrders } from './RecentOrders.tsx'
import { SalesPlot } from './SalesPlot.tsx'
import { TopLists } from './TopLists.tsx'

const WAITING = <ReportSkeleton label="Loading your overview…" />

/** The page `/promoter` with recent sales and tasks. */
export function Overview() {
  return <ConsoleGate skeleton={WAITING}>{() => <OverviewScreen />}</ConsoleGate>
}

function OverviewScreen() {
  const { data, error } = useStore($overview, LOADING)
  const [days, choose] = useState(7)
  if (!data) {
    if (!error) return WAITING
    return <LoadFailed what="Your overview" why={error} onRetry={() => void loadOverview()} />
  }
  if (!data.hasEvents) {
    return (
      <div className="sections">
        <Checklist />
        <NothingYet />
      </div>
    )
  }
  return (
    <div className="sections">
      <Checklist />
      <AttentionList attention={data.attention} />
      <Currency overview={data} />
      <PeriodSales overview={data} days={days} onChoose={choose} />
      <SalesPlot overview={data} days={days} />
      <NextEvents events={data.nextEvents} />
      <TopLists overview={data} />
      <Funnel overview={data} />
      <RecentOrders orders={data.recentOrders} />
    </div>
  )
}

function NothingYet() {
  return (
    <div className="empty-state">
      <h2>Put your first event on sale</h2>
      <p>Revenue, tickets sold, traffic sources and tasks appear here.</p>
      <a className="button" href={consoleUrls.newEvent()}>
        Create an event
      </a>
    </div>
  )
}

/** Select field for the currency, because amounts in different currencies can't be added up. */
function Currency({ overview: { currencies, currency } }: { overview: Facts }) {
  if (currencies.length < 2) return null
  return (
    <div className="overview-currency">
      <Select
        id="overview-currency"
        label="Currency"
        value={currency}
        onChange={(event) => void loadOverview(event.currentTarget.value)}
      >
        {currencies.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </Select>
    </div>
  )
}

function Funnel({ overview: { funnel } }: { overview: Facts }) {
  if (funnel.every(({ number }) => number === 0)) return null
  return (
    <section className="section" aria-labelledby="funnel-title">
      <div className="section-head">
        <h2 id="funnel-title">
          Conversion funnel <span className="secondary-text">last 30 days</span>
        </h2>
        <a href={`${consoleUrls.reports()}?report=funnel`}>By event</a>
      </div>
      <FunnelSteps steps={funnel} />
    </section>
  )
}
