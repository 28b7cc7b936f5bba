import { useMemo } from 'react'
import type { StaffEarnings } from '#contracts/portal/earnings.ts'
import type { Assignment, StaffProfile, TrackingLink } from '#contracts/portal/staff.ts'
import { portalUrls } from '#contracts/platform/portal-urls.ts'
import { LoadFailed } from '#ui/loading/LoadFailed.tsx'
import { Loading } from '#ui/loading/Loading.tsx'
import { useStore } from '#islands/platform/use-store.ts'
import { canHaveTrackingLinks } from '#model/people/members.ts'
import { $now } from '#stores/platform/clock.ts'
import {
  $assignments,
  $earnings,
  $trackingLinks,
  loadAssignments,
  loadEarnings,
  loadTrackingLinks,
} from '#stores/portal/staff-data.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { Button } from '#ui/Button.tsx'
import { AssignmentCard } from './AssignmentCard.tsx'
import { LabelledValue } from '#ui/plots/LabelledValue.tsx'
import { PortalGate } from './PortalGate.tsx'
import { PortalSkeleton } from './PortalSkeleton.tsx'
import { copyLink } from '#islands/portal/links/share-link.ts'
import { StaleNotice } from './StaleNotice.tsx'
import { linkTargetLabel } from '#islands/portal/links/link-messages.ts'
import { addDays, dateAt, mondayOf } from '#model/platform/time/days.ts'
import { formatAmount, formatCount } from '#ui/format/format-numbers.ts'
import { Card } from '#ui/Card.tsx'

/** The page `/account/staff` with today's sales. */
export function Overview() {
  return (
    <PortalGate
      skeleton={<PortalSkeleton label="Loading your overview…" figures={3} blocks={['card', 'card']} />}
    >
      {(member) => <Day member={member} />}
    </PortalGate>
  )
}

function Day({ member }: { member: StaffProfile }) {
  const name = member.firstName || member.displayName
  return (
    <div className="sections">
      <p className="lead">
        {name ? `Good to see you, ${name}.` : 'Good to see you.'} You’re working for {member.promoterName}.
      </p>
      {canHaveTrackingLinks(member.role) && <Sales />}
      <NextAssignment />
      {canHaveTrackingLinks(member.role) && <TopLink />}
    </div>
  )
}

function Sales() {
  const { data, error } = useStore($earnings, LOADING)
  const links = useStore($trackingLinks, LOADING).data
  const now = useStore($now, 0)
  const zone = links?.events[0]?.timeZone
  const today = dateAt(now, zone)
  const weeks = useMemo(() => (data ? sumsOf(data, today) : undefined), [data, today])
  if (!weeks) {
    if (!error) return <PortalSkeleton label="Loading your sales…" figures={3} blocks={['row']} />
    return <LoadFailed what="Your sales" why={error} onRetry={() => void loadEarnings()} />
  }
  return (
    <section className="section" aria-labelledby="sales-title">
      <div className="section-head">
        <h2 id="sales-title">Your sales</h2>
        <a href={portalUrls.earnings()}>All earnings</a>
      </div>
      <StaleNotice error={error} onRetry={() => void loadEarnings()} />
      {weeks.map(({ currency, day, week }) => (
        <div key={currency} className="today">
          <SumFigures name="Today" sum={day} currency={currency} />
          <SumFigures name="This week" sum={week} currency={currency} />
        </div>
      ))}
    </section>
  )
}

interface Sum {
  tickets: number
  revenue: number
  amount: number
}

function SumFigures({ name, sum, currency }: { name: string; sum: Sum; currency: string }) {
  return (
    <div className="today-part">
      <h3>{name}</h3>
      <dl className="figures">
        <LabelledValue name="Tickets" value={sum.tickets} />
        <LabelledValue name="Revenue" value={formatAmount(sum.revenue, currency)} />
        <LabelledValue name="Commission" value={formatAmount(sum.amount, currency)} />
      </dl>
    </div>
  )
}

/** Today's earnings and the earnings since Monday, one entry per currency. */
function sumsOf(earnings: StaffEarnings, today: string) {
  const monday = mondayOf(today)
  const currencies = [...new Set(earnings.totals.map(({ currency }) => currency))]
  const sum = (currency: string, from: string): Sum =>
    earnings.days
      .filter((each) => each.currency === currency && each.day >= from && each.day < addDays(today, 1))
      .reduce<Sum>(
        (total, { tickets, revenue, amount }) => ({
          tickets: total.tickets + tickets,
          revenue: total.revenue + revenue,
          amount: total.amount + amount,
        }),
        { tickets: 0, revenue: 0, amount: 0 },
      )
  return currencies.map((currency) => ({ currency, day: sum(currency, today), week: sum(currency, monday) }))
}

function NextAssignment() {
  const { data, error } = useStore($assignments, LOADING)
  const now = useStore($now, 0)
  const next = data?.find(({ endsAt }) => Date.parse(endsAt) > now)
  return (
    <section className="section" aria-labelledby="assignment-title">
      <div className="section-head">
        <h2 id="assignment-title">Next assignment</h2>
        <a href={portalUrls.assignments()}>All assignments</a>
      </div>
      {!data && (
        <Loading size="card" what="Your assignments" why={error} onRetry={() => void loadAssignments()} />
      )}
      {data && <AssignmentOrHint assignment={next} />}
    </section>
  )
}

function AssignmentOrHint({ assignment }: { assignment: Assignment | undefined }) {
  if (assignment) return <AssignmentCard assignment={assignment} />
  return (
    <p className="secondary-text">
      No upcoming assignments. When the promoter assigns you to an event, it appears here.
    </p>
  )
}

function TopLink() {
  const { data, error } = useStore($trackingLinks, LOADING)
  const top = data && bestOf(data.trackingLinks)
  return (
    <section className="section" aria-labelledby="link-title">
      <div className="section-head">
        <h2 id="link-title">Your top link</h2>
        <a href={portalUrls.links()}>All links</a>
      </div>
      {!data && (
        <Loading size="card" what="Your links" why={error} onRetry={() => void loadTrackingLinks()} />
      )}
      {data && !top && (
        <p className="secondary-text">
          You have no active links. <a href={`${portalUrls.links()}?new=link`}>Create one</a> and share it:
          its sales count as yours.
        </p>
      )}
      {top && <LinkToCopy link={top} />}
    </section>
  )
}

/** Returns the active link with the most tickets sold; on a tie, the one with the most visits. */
const bestOf = (links: readonly TrackingLink[]): TrackingLink | undefined =>
  links
    .filter(({ isActive }) => isActive)
    .toSorted(
      (one, other) => other.stats.tickets - one.stats.tickets || other.stats.clicks - one.stats.clicks,
    )[0]

function LinkToCopy({ link }: { link: TrackingLink }) {
  const { clicks, tickets, revenue, currency } = link.stats
  return (
    <Card className="link-to-copy">
      <div>
        <h3 dir="auto">
          <a href={portalUrls.link(link.id)}>{link.name}</a>
        </h3>
        <p className="secondary-text">{linkTargetLabel(link)}</p>
        <p className="secondary-text">
          {formatCount(clicks, 'visit')}, {formatCount(tickets, 'ticket')}, {formatAmount(revenue, currency)}
        </p>
      </div>
      <Button onClick={() => void copyLink(link.shortUrl)}>Copy link</Button>
    </Card>
  )
}
