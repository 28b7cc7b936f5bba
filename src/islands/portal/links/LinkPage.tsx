import { portalUrls } from '#contracts/platform/portal-urls.ts'
import { LoadFailed } from '#ui/loading/LoadFailed.tsx'
import { useStore } from '#islands/platform/use-store.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { linkDetailOf, type LinkDetail } from '#stores/portal/staff-links.ts'
import { Notice } from '#ui/Notice.tsx'
import { LinkFunnel } from './LinkFunnel.tsx'
import { LinkSettings } from './LinkSettings.tsx'
import { LinkSharing } from './LinkSharing.tsx'
import { Plot } from '#ui/plots/Plot.tsx'
import { PortalSkeleton } from '#islands/portal/PortalSkeleton.tsx'
import { SellerGate } from '#islands/portal/SellerGate.tsx'
import { StaleNotice } from '#islands/portal/StaleNotice.tsx'
import { useOneTimeParameter } from '#islands/platform/use-one-time-parameter.ts'
import { linkDaysMessage, linkTargetLabel } from './link-messages.ts'

const WAITING = <PortalSkeleton label="Loading the link…" blocks={['row', 'card', 'card', 'plot']} />

/** The page `/account/staff/links/{id}`, to share a link and see its statistics. */
export function LinkPage({ id }: { id: string }) {
  return (
    <SellerGate skeleton={WAITING}>
      <LinkScreen id={id} />
    </SellerGate>
  )
}

function LinkScreen({ id }: { id: string }) {
  const { $store, load } = linkDetailOf(id)
  const { data, error, code } = useStore($store, LOADING)
  if (data) {
    return (
      <div className="sections">
        <StaleNotice error={error} onRetry={() => void load()} />
        <LinkView detail={data} />
      </div>
    )
  }
  if (code === 'NOT_FOUND') {
    return (
      <div className="empty-state">
        <h2>Link not found</h2>
        <p>It may belong to someone else, or to another promoter that you work for.</p>
        <a className="button button-quiet" href={portalUrls.links()}>
          Your links
        </a>
      </div>
    )
  }
  if (error) return <LoadFailed what="The link" why={error} onRetry={() => void load()} />
  return WAITING
}

function LinkView({ detail }: { detail: LinkDetail }) {
  const { trackingLink: link } = detail
  const isNew = useOneTimeParameter('created', 'yes')
  return (
    <>
      {isNew && (
        <Notice tone="success" title="Your link is ready">
          <p>Share it below. Visits appear here within seconds.</p>
        </Notice>
      )}
      <header className="link-head">
        <h2 dir="auto">
          {link.name}
          {!link.isActive && <span className="badge">Off</span>}
        </h2>
        <p className="secondary-text" dir="auto">
          {linkTargetLabel(link)}
        </p>
      </header>
      <LinkSharing link={link} />
      <section className="section" aria-labelledby="funnel-title">
        <h2 id="funnel-title">From visit to ticket</h2>
        <LinkFunnel stats={link.stats} />
      </section>
      <section className="section" aria-labelledby="days-title">
        <h2 id="days-title">The last 30 days</h2>
        <Days detail={detail} />
      </section>
      <LinkSettings key={link.id} link={link} />
    </>
  )
}

function Days({ detail: { trackingLink, days } }: { detail: LinkDetail }) {
  return (
    <Plot
      name="Visits and tickets by day"
      description={linkDaysMessage(days, trackingLink.stats)}
      unit="a day"
      series={[
        { name: 'Visits', values: days.map((day) => day.clicks), show: String },
        { name: 'Tickets', values: days.map((day) => day.tickets), show: String },
      ]}
      days={days.map(({ day }) => day)}
    />
  )
}
