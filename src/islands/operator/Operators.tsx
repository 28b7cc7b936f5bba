import type { Operator } from '#contracts/operator/operators.ts'
import { formatDate } from '#ui/format/format-dates.ts'
import { useStore } from '#islands/platform/use-store.ts'
import { EmailAddress } from '#islands/console/EmailAddress.tsx'
import { operators } from '#stores/operator/operator.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { DataTable, type TableColumns } from '#ui/DataTable.tsx'
import { OperatorGate } from './OperatorGate.tsx'

/** The page `/operator/operators` with the accounts that run this installation. */
export function Operators() {
  return (
    <OperatorGate>
      <OperatorTable />
    </OperatorGate>
  )
}

function OperatorTable() {
  // `OperatorGate` has already loaded the operators.
  const { data = [] } = useStore(operators.$store, LOADING)
  return (
    <section className="section">
      <DataTable
        labelledBy="page-title"
        columns={OPERATOR_COLUMNS}
        rows={data}
        keyOf={({ accountId }) => accountId}
      />
      <p>
        Add or remove operators on the server: <code>foyer operator add you@example.com</code>
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
