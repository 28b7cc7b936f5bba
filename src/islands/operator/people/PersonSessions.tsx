import type { AccountView } from '#contracts/operator/accounts.ts'
import { DataTable, type TableColumns } from '#ui/DataTable.tsx'
import { formatDateTime } from '#ui/format/format-dates.ts'

type Session = AccountView['sessions'][number]

export function PersonSessions({ sessions }: { sessions: readonly Session[] }) {
  return (
    <section className="section" aria-labelledby="sessions-title">
      <h2 id="sessions-title">Sessions</h2>
      {sessions.length === 0 ? (
        <p className="secondary-text">Not signed in on any device.</p>
      ) : (
        <DataTable
          labelledBy="sessions-title"
          columns={SESSION_COLUMNS}
          rows={sessions}
          keyOf={({ id }) => id}
        />
      )}
    </section>
  )
}

const SESSION_COLUMNS: TableColumns<Session> = [
  {
    name: 'Device',
    cell: ({ device, host }) => (
      <>
        {device}
        <br />
        <small>{host}</small>
      </>
    ),
  },
  { name: 'Network', cell: ({ network }) => network || '—' },
  { name: 'Second factor', cell: ({ hasSecondFactor }) => (hasSecondFactor ? 'Yes' : 'No') },
  { name: 'Last use', cell: ({ lastUsedAt }) => formatDateTime(lastUsedAt) },
]
