import { useEffect, useState } from 'react'
import type { AccountListRow } from '#contracts/operator/accounts.ts'
import { operatorUrls } from '#contracts/platform/operator-urls.ts'
import { EmailAddress } from '#islands/console/EmailAddress.tsx'
import { SearchField } from '#islands/console/filters/SearchField.tsx'
import { OperatorGate } from '#islands/operator/OperatorGate.tsx'
import { useStore } from '#islands/platform/use-store.ts'
import { foundAccounts } from '#stores/operator/people.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { DataTable, type TableColumns } from '#ui/DataTable.tsx'
import { formatDate } from '#ui/format/format-dates.ts'
import { LoadFailed } from '#ui/loading/LoadFailed.tsx'
import { LoadingScreen, Skeletons } from '#ui/loading/Skeleton.tsx'

/** The page `/operator/people`, which finds an account. */
export function PeoplePage() {
  return (
    <OperatorGate>
      <Search />
    </OperatorGate>
  )
}

const MIN_LENGTH = 2

function Search() {
  const [q, setQ] = useState('')
  const isSearch = q.length >= MIN_LENGTH
  useEffect(() => {
    if (isSearch) void foundAccounts.load(q)
  }, [q, isSearch])
  return (
    <section className="section">
      <SearchField id="account-search" hint="Email, name, order number or id" value={q} onSearch={setQ} />
      {isSearch ? <Found q={q} /> : <p>Search by email address, name, order number or account id.</p>}
    </section>
  )
}

function Found({ q }: { q: string }) {
  const { data, error } = useStore(foundAccounts.$store, LOADING)
  if (error !== undefined)
    return <LoadFailed what="The accounts" why={error} onRetry={() => void foundAccounts.load(q)} />
  if (!data)
    return (
      <LoadingScreen label="Searching…">
        <Skeletons size="row" count={3} />
      </LoadingScreen>
    )
  if (data.length === 0) return <p>No accounts match.</p>
  return <DataTable labelledBy="page-title" columns={ACCOUNT_COLUMNS} rows={data} keyOf={({ id }) => id} />
}

const ACCOUNT_COLUMNS: TableColumns<AccountListRow> = [
  { name: 'Name', cell: ({ id, name, email }) => <a href={operatorUrls.person(id)}>{name || email}</a> },
  { name: 'Email', cell: ({ email }) => <EmailAddress email={email} /> },
  {
    name: 'Status',
    cell: ({ isLocked, isVerified }) => (isLocked ? 'Locked' : isVerified ? 'Verified' : 'Not verified'),
  },
  { name: 'Since', cell: ({ since }) => formatDate(since) },
]
