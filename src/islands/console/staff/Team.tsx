import { useState } from 'react'
import type { FormerMember, StaffMember } from '#contracts/console/staff/staff.ts'
import { consoleUrls } from '#contracts/platform/console-urls.ts'
import { Loading } from '#ui/loading/Loading.tsx'
import { formatDate } from '#ui/format/format-dates.ts'
import { formatAmount } from '#ui/format/format-numbers.ts'
import { useStore } from '#islands/platform/use-store.ts'
import { ROLE_LABELS } from '#model/people/members.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { members } from '#stores/console/staff/staff.ts'
import { Button } from '#ui/Button.tsx'
import { DataTable } from '#ui/DataTable.tsx'
import { Invitations } from './Invitations.tsx'
import { MemberDialog } from './MemberDialog.tsx'
import { StaffScreen } from './StaffScreen.tsx'

/** The page `/promoter/staff`. */
export function Team() {
  return (
    <StaffScreen current="Members" waiting="Loading your team…">
      {(promoter) => (
        <>
          <Members promoterName={promoter.name} />
          <Invitations />
        </>
      )}
    </StaffScreen>
  )
}

function Members({ promoterName }: { promoterName: string }) {
  const { data, error } = useStore(members.$store, LOADING)
  const [open, setOpen] = useState<StaffMember>()
  return (
    <section className="section" aria-labelledby="members">
      <h2 id="members">Members of {promoterName}</h2>
      {!data && <Loading size="card" what="Your team" why={error} onRetry={() => void members.load()} />}
      {data && <MemberTable rows={data.members} onOpen={setOpen} />}
      {data && data.former.length > 0 && <Former rows={data.former} />}
      {open && <MemberDialog key={open.accountId} member={open} onClose={() => setOpen(undefined)} />}
    </section>
  )
}

function MemberTable({ rows, onOpen }: { rows: readonly StaffMember[]; onOpen: (row: StaffMember) => void }) {
  return (
    <DataTable
      labelledBy="members"
      keyOf={({ accountId }) => accountId}
      rows={rows}
      columns={[
        {
          name: 'Name',
          cell: ({ name, email, isYou }) => (
            <>
              {name}
              {isYou && ' (you)'}
              <span className="secondary-text team-address">{email}</span>
            </>
          ),
        },
        { name: 'Role', cell: ({ role }) => <span className="badge">{ROLE_LABELS[role].name}</span> },
        {
          name: 'Two-factor authentication',
          cell: ({ hasSecondFactor }) =>
            hasSecondFactor ? 'Set up' : <span className="muted">Not set up</span>,
        },
        { name: 'Since', cell: ({ joinedAt }) => formatDate(joinedAt) },
        {
          name: 'Change',
          isUnnamed: true,
          cell: (row) => (
            <Button variant="quiet" aria-label={`Change ${row.name}`} onClick={() => onOpen(row)}>
              Change
            </Button>
          ),
        },
      ]}
    />
  )
}

/** Former members. They have no access any more, but keep their earnings. */
function Former({ rows }: { rows: readonly FormerMember[] }) {
  const owed = rows.filter((row) => row.owed.length > 0)
  if (owed.length === 0) return null
  return (
    <p className="secondary-text">
      {owed
        .map(({ name, owed: sums }) => {
          const all = sums.map(({ available, pending, currency }) =>
            formatAmount(available + pending, currency),
          )
          return `${name} is no longer a member and is owed ${all.join(' and ')}.`
        })
        .join(' ')}{' '}
      <a href={consoleUrls.payouts()}>Pay under Payouts</a>
    </p>
  )
}
