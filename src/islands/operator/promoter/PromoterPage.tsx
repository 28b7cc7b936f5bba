import { useEffect } from 'react'
import type { ManagedPromoter } from '#contracts/operator/promoters.ts'
import { operatorUrls } from '#contracts/platform/operator-urls.ts'
import { ROLE_LABELS } from '#model/people/members.ts'
import { AccountSkeleton } from '#islands/platform/AccountSkeleton.tsx'
import { useStore } from '#islands/platform/use-store.ts'
import { EmailAddress } from '#islands/console/EmailAddress.tsx'
import { managedPromoter } from '#stores/operator/managed-promoter.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { DataTable, type TableColumns } from '#ui/DataTable.tsx'
import { LoadFailed } from '#ui/loading/LoadFailed.tsx'
import { formatAmount, formatNumber } from '#ui/format/format-numbers.ts'
import { formatDate, formatDateTime } from '#ui/format/format-dates.ts'
import { PromoterSettlement } from '#islands/operator/money/PromoterSettlement.tsx'
import { MainSiteEvents } from '#islands/operator/site/MainSiteEvents.tsx'
import { RefundLimits } from '#islands/operator/terms/RefundLimits.tsx'
import { PromoterTerms } from '#islands/operator/terms/PromoterTerms.tsx'
import { OperatorGate } from '../OperatorGate.tsx'
import { StatusBadge } from '../StatusBadge.tsx'
import { PromoterNotes } from './PromoterNotes.tsx'
import { PromoterLog } from './PromoterLog.tsx'
import { StatusActions } from './StatusActions.tsx'
import { SupportSection } from './SupportSection.tsx'

/** The page `/operator/promoters/{id}`. */
export function PromoterPage({ id }: { id: string }) {
  return (
    <OperatorGate>
      <Loaded id={id} />
    </OperatorGate>
  )
}

function Loaded({ id }: { id: string }) {
  const { data, error, code } = useStore(managedPromoter.$store, LOADING)
  useEffect(() => void managedPromoter.load(id), [id])
  if (code === 'NOT_FOUND') return <Missing />
  if (error !== undefined && !data)
    return <LoadFailed what="The promoter" why={error} onRetry={() => void managedPromoter.load(id)} />
  if (!data) return <AccountSkeleton label="Loading the promoter…" blocks={3} />
  return (
    <>
      <Head promoter={data} />
      <div className="sections">
        <Numbers promoter={data} />
        <Team promoter={data} />
        <Domains promoter={data} />
        <PromoterTerms promoterId={data.id} />
        <PromoterSettlement promoterId={data.id} />
        <RefundLimits promoterId={data.id} />
        <section className="section" aria-labelledby="promoter-events">
          <h2 id="promoter-events">Upcoming events</h2>
          <MainSiteEvents promoterId={data.id} labelledBy="promoter-events" />
        </section>
        <PromoterNotes promoter={data} />
        <SupportSection promoter={data} />
        <PromoterLog promoterId={data.id} />
      </div>
    </>
  )
}

function Missing() {
  return (
    <>
      <h1>Promoter not found</h1>
      <p>
        It may have been deleted. <a href={operatorUrls.overview()}>All promoters</a>
      </p>
    </>
  )
}

function Head({ promoter }: { promoter: ManagedPromoter }) {
  const { name, siteUrl, siteName, country, since, isDemo, status, statusReason, statusChangedAt } = promoter
  return (
    <header className="promoter-head">
      <p>
        <a className="small-link" href={operatorUrls.overview()}>
          All promoters
        </a>
      </p>
      <div className="section-head">
        <h1 dir="auto">{name}</h1>
        <StatusActions promoter={promoter} />
      </div>
      <p>
        <StatusBadge status={status} />
        {statusChangedAt !== null && (
          <span className="secondary-text"> since {formatDateTime(statusChangedAt)}</span>
        )}
      </p>
      {statusReason && (
        <p className="promoter-reason" dir="auto">
          {statusReason}
        </p>
      )}
      <p className="secondary-text">
        {siteUrl ? <a href={siteUrl}>{siteName}</a> : siteName} · {country} · joined {formatDate(since)}
        {isDemo && ' · demo'}
      </p>
    </header>
  )
}

function Numbers({ promoter }: { promoter: ManagedPromoter }) {
  const { sales, publishedEvents, draftEvents, paidOrders, refundedOrders, disputes } = promoter
  const facts: readonly (readonly [name: string, value: string])[] = [
    ...sales.map(
      ({ currency, total }) => [`Paid by buyers, ${currency}`, formatAmount(total, currency)] as const,
    ),
    ['Tickets', formatNumber(sales.reduce((sum, { tickets }) => sum + tickets, 0))],
    ['Paid orders', formatNumber(paidOrders)],
    ['Orders with refunds', formatNumber(refundedOrders)],
    ['Disputes', formatNumber(disputes)],
    ['Published events', formatNumber(publishedEvents)],
    ['Drafts', formatNumber(draftEvents)],
  ]
  return (
    <section className="section" aria-labelledby="promoter-numbers">
      <h2 id="promoter-numbers">Numbers</h2>
      <dl className="promoter-numbers">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="secondary-text">Amounts and tickets are net of refunds.</p>
    </section>
  )
}

function Team({ promoter: { team } }: { promoter: ManagedPromoter }) {
  return (
    <section className="section" aria-labelledby="promoter-team">
      <h2 id="promoter-team">Team</h2>
      {team.length === 0 ? (
        <p>This promoter has no team members.</p>
      ) : (
        <DataTable
          labelledBy="promoter-team"
          columns={TEAM_COLUMNS}
          rows={team}
          keyOf={({ email }) => email}
        />
      )}
    </section>
  )
}

const TEAM_COLUMNS: TableColumns<ManagedPromoter['team'][number]> = [
  { name: 'Name', cell: ({ name, email }) => name || email },
  { name: 'Email', cell: ({ email }) => <EmailAddress email={email} /> },
  { name: 'Role', cell: ({ role }) => ROLE_LABELS[role].name },
]

function Domains({ promoter: { domains } }: { promoter: ManagedPromoter }) {
  return (
    <section className="section" aria-labelledby="promoter-domains">
      <h2 id="promoter-domains">Domains</h2>
      <ul className="promoter-list">
        {domains.map(({ host, isVerified }) => (
          <li key={host}>
            {host}
            {!isVerified && <span className="secondary-text"> not verified</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}
