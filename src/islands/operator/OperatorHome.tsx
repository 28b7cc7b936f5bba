import { useEffect, useState } from 'react'
import type { Operator } from '#contracts/operator/operators.ts'
import type { PromoterListRow } from '#contracts/operator/promoters.ts'
import { urls } from '#contracts/platform/urls.ts'
import { AccountSkeleton } from '#islands/platform/AccountSkeleton.tsx'
import { formatAmount, formatNumber } from '#ui/format/format-numbers.ts'
import { formatDate } from '#ui/format/format-dates.ts'
import { LoadFailed } from '#ui/loading/LoadFailed.tsx'
import { useStore } from '#islands/platform/use-store.ts'
import { useAccount } from '#islands/account/use-account.ts'
import { EmailAddress } from '#islands/console/EmailAddress.tsx'
import { SearchField } from '#islands/console/filters/SearchField.tsx'
import { PagedRows } from '#islands/console/PagedRows.tsx'
import { operators, promoters } from '#stores/operator/operator.ts'
import { EMPTY_LIST } from '#stores/platform/paged-list.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { DataTable, type TableColumns } from '#ui/DataTable.tsx'
import { Notice } from '#ui/Notice.tsx'

const WAITING = <AccountSkeleton label="Loading the platform…" blocks={3} />

/** `/operator`: every promoter of this install, and who runs it. */
export function OperatorHome() {
  const customer = useAccount()
  const { data, error, code } = useStore(operators.$store, LOADING)
  if (!customer) return WAITING
  if (code === 'FORBIDDEN') return <NoAccess />
  if (error !== undefined && !data)
    return <LoadFailed what="The platform" why={error} onRetry={() => void operators.load()} />
  if (!data) return WAITING
  return (
    <div className="sections">
      <Promoters />
      <Operators rows={data} />
    </div>
  )
}

function NoAccess() {
  return (
    <Notice tone="warning" title="This page is for operators">
      <p>
        Operators sign in with two-factor authentication. If you’re an operator,{' '}
        <a href={urls.accountSecurity()}>turn it on in Security</a>, or sign out and sign in with your second
        factor.
      </p>
    </Notice>
  )
}

function Promoters() {
  const list = useStore(promoters.$list, EMPTY_LIST)
  const [q, setQ] = useState('')
  useEffect(() => void promoters.load(q ? { q } : {}), [q])
  return (
    <section className="section" aria-labelledby="promoters">
      <h2 id="promoters">Promoters</h2>
      <SearchField id="promoter-search" hint="Name, web address or owner’s email" value={q} onSearch={setQ} />
      <PagedRows
        list={list}
        what="The promoters"
        onRetry={() => void promoters.reload()}
        onMore={() => void promoters.more()}
        empty={<p>{q ? 'No promoter matches.' : 'No promoter has joined yet.'}</p>}
      >
        {(rows) => (
          <DataTable labelledBy="promoters" columns={PROMOTER_COLUMNS} rows={rows} keyOf={({ id }) => id} />
        )}
      </PagedRows>
    </section>
  )
}

const PROMOTER_COLUMNS: TableColumns<PromoterListRow> = [
  {
    name: 'Promoter',
    cell: ({ name, siteUrl, siteName, isDemo }) => (
      <>
        {siteUrl ? <a href={siteUrl}>{name}</a> : name}
        <br />
        <small>
          {siteName}
          {isDemo && ' · demo'}
        </small>
      </>
    ),
  },
  {
    name: 'Owners',
    cell: ({ owners }) =>
      owners.map(({ email }) => (
        <div key={email}>
          <EmailAddress email={email} />
        </div>
      )),
  },
  { name: 'Since', cell: ({ since }) => formatDate(since) },
  { name: 'Published events', isNumber: true, cell: ({ publishedEvents }) => publishedEvents },
  {
    name: 'Tickets',
    isNumber: true,
    cell: ({ sales }) => formatNumber(sales.reduce((sum, { tickets }) => sum + tickets, 0)),
  },
  {
    name: 'Paid by buyers',
    isNumber: true,
    cell: ({ sales }) =>
      sales.length === 0
        ? '—'
        : sales.map(({ currency, total }) => <div key={currency}>{formatAmount(total, currency)}</div>),
  },
]

function Operators({ rows }: { rows: readonly Operator[] }) {
  return (
    <section className="section" aria-labelledby="operators">
      <h2 id="operators">Operators</h2>
      <DataTable
        labelledBy="operators"
        columns={OPERATOR_COLUMNS}
        rows={rows}
        keyOf={({ accountId }) => accountId}
      />
      <p>
        Add or remove operators on the server: <code>npm run operator -- add you@example.com</code>
      </p>
    </section>
  )
}

const OPERATOR_COLUMNS: TableColumns<Operator> = [
  { name: 'Name', cell: ({ name, email }) => name || email },
  { name: 'Email', cell: ({ email }) => <EmailAddress email={email} /> },
  { name: 'Second factor', cell: ({ hasSecondFactor }) => (hasSecondFactor ? 'On' : 'Off: no access') },
  { name: 'Since', cell: ({ since }) => formatDate(since) },
]
