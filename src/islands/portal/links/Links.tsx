import { useState } from 'react'
import type { TrackingLink } from '#contracts/portal/staff.ts'
import { portalUrls } from '#contracts/platform/portal-urls.ts'
import { LoadFailed } from '#ui/loading/LoadFailed.tsx'
import { useStore } from '#islands/platform/use-store.ts'
import { $trackingLinks, loadTrackingLinks, type LinkList } from '#stores/portal/staff-data.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { Button } from '#ui/Button.tsx'
import { LinkDialog } from './LinkDialog.tsx'
import { PortalSkeleton } from '#islands/portal/PortalSkeleton.tsx'
import { copyLink } from './share-link.ts'
import { SellerGate } from '#islands/portal/SellerGate.tsx'
import { StaleNotice } from '#islands/portal/StaleNotice.tsx'
import { useOneTimeParameter } from '#islands/platform/use-one-time-parameter.ts'
import { linkTargetLabel } from './link-messages.ts'
import { formatAmount, formatCount, formatNumber } from '#ui/format/format-numbers.ts'
import { Card } from '#ui/Card.tsx'

const WAITING = <PortalSkeleton label="Loading your links…" blocks={['row', 'card', 'card', 'card']} />

/** The page `/account/staff/links`. */
export function Links() {
  return (
    <SellerGate skeleton={WAITING}>
      <LinkScreen />
    </SellerGate>
  )
}

function LinkScreen() {
  const { data, error } = useStore($trackingLinks, LOADING)
  // Other pages link to `?new=link`, which opens the dialog to create a link.
  const [isCreating, create] = useState(useOneTimeParameter('new', 'link'))
  if (!data) {
    if (!error) return WAITING
    return <LoadFailed what="Your links" why={error} onRetry={() => void loadTrackingLinks()} />
  }
  return (
    <div className="sections">
      <div className="section-head">
        <p className="secondary-text">Orders within 30 days of opening your link count as your sales.</p>
        <Button onClick={() => create(true)}>Create a link</Button>
      </div>
      <StaleNotice error={error} onRetry={() => void loadTrackingLinks()} />
      <LinkCards list={data} />
      <LinkDialog isOpen={isCreating} events={data.events} onClose={() => create(false)} />
    </div>
  )
}

function LinkCards({ list }: { list: LinkList }) {
  if (list.trackingLinks.length === 0) {
    return (
      <div className="empty-state">
        <h2>No links yet</h2>
        <p>
          Create a link to an event or to the entire storefront. Share it or show its QR code, and track its
          visits, orders and your earnings.
        </p>
      </div>
    )
  }
  return (
    <ul className="cards" aria-label="Your links">
      {list.trackingLinks.map((link) => (
        <li key={link.id}>
          <LinkCard link={link} />
        </li>
      ))}
    </ul>
  )
}

function LinkCard({ link }: { link: TrackingLink }) {
  const { clicks, orders, tickets, revenue, commission, currency } = link.stats
  return (
    <Card as="article" className="link-card">
      <div>
        <h2 dir="auto">
          <a href={portalUrls.link(link.id)}>{link.name}</a>
          {!link.isActive && <span className="badge">Off</span>}
        </h2>
        <p className="secondary-text" dir="auto">
          {linkTargetLabel(link)}
        </p>
        <p className="secondary-text link-address">{link.shortUrl.replace(/^https?:\/\//, '')}</p>
      </div>
      <dl className="link-numbers">
        <Pair name="Visits" value={formatNumber(clicks)} />
        <Pair name="Orders" value={formatNumber(orders)} />
        <Pair name="Tickets" value={formatNumber(tickets)} />
        <Pair name="Revenue" value={formatAmount(revenue, currency)} />
        <Pair name="Commission" value={formatAmount(commission, currency)} />
      </dl>
      <div className="link-actions">
        <Button variant="quiet" aria-label={`Copy ${link.name}`} onClick={() => void copyLink(link.shortUrl)}>
          Copy
        </Button>
        <a
          className="button button-quiet"
          href={portalUrls.link(link.id)}
          aria-label={`Open ${link.name}: ${formatCount(clicks, 'visit')}`}
        >
          Open
        </a>
      </div>
    </Card>
  )
}

function Pair({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
