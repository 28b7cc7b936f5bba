import { useState } from 'react'
import type { ConsoleRule } from '#contracts/console/staff/commission-rules.ts'
import { Loading } from '#ui/loading/Loading.tsx'
import { useStore } from '#islands/platform/use-store.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { staffOptions, members, commissionRules } from '#stores/console/staff/staff.ts'
import { Button } from '#ui/Button.tsx'
import { DataTable } from '#ui/DataTable.tsx'
import { ExampleSale } from './ExampleSale.tsx'
import { RuleDialog } from './RuleDialog.tsx'
import { ruleScopeLabel, formatRuleTerms, memberLabel } from './format-rule.ts'
import { StaffScreen } from './StaffScreen.tsx'

/** The page `/promoter/staff/commission`. */
export function Commission() {
  return (
    <StaffScreen current="Commission" waiting="Loading commission rules…">
      {() => (
        <>
          <Rules />
          <Example />
        </>
      )}
    </StaffScreen>
  )
}

function Rules() {
  const { data, error } = useStore(commissionRules.$store, LOADING)
  const [open, setOpen] = useState<ConsoleRule | 'new'>()
  return (
    <section className="section" aria-labelledby="rules">
      <div className="section-head">
        <h2 id="rules">Commission rules</h2>
        <Button onClick={() => setOpen('new')}>Add rule</Button>
      </div>
      <p className="secondary-text">
        Only the most specific rule applies: member, then ticket type, event, all events.
      </p>
      {!data && (
        <Loading size="card" what="The rules" why={error} onRetry={() => void commissionRules.load()} />
      )}
      {data && <RuleTable rows={data.rules} onOpen={setOpen} />}
      {open && (
        <RuleDialog
          key={open === 'new' ? 'new' : open.id}
          {...(open === 'new' ? {} : { rule: open })}
          onClose={() => setOpen(undefined)}
        />
      )}
    </section>
  )
}

function RuleTable({ rows, onOpen }: { rows: readonly ConsoleRule[]; onOpen: (row: ConsoleRule) => void }) {
  if (rows.length === 0)
    return (
      <div className="empty-state">
        <p>No commission rules yet. Add a rule to pay commission on sales through links.</p>
      </div>
    )
  return (
    <DataTable
      labelledBy="rules"
      keyOf={({ id }) => id}
      rows={rows}
      columns={[
        { name: 'Member', cell: memberLabel },
        { name: 'Applies to', cell: (row) => <span dir="auto">{ruleScopeLabel(row)}</span> },
        { name: 'Commission', cell: formatRuleTerms },
        {
          name: 'Change',
          isUnnamed: true,
          cell: (row) => (
            <Button
              variant="quiet"
              aria-label={`Change the rule of ${memberLabel(row)} for ${ruleScopeLabel(row)}`}
              onClick={() => onOpen(row)}
            >
              Change
            </Button>
          ),
        },
      ]}
    />
  )
}

function Example() {
  const { data: loaded } = useStore(commissionRules.$store, LOADING)
  const { data: people } = useStore(members.$store, LOADING)
  const { data: offered } = useStore(staffOptions.$store, LOADING)
  const sellers = people?.members.filter(({ role }) => role !== 'door') ?? []
  const events = offered?.events.filter(({ ticketTypes }) => ticketTypes.length > 0) ?? []
  if (!loaded || loaded.rules.length === 0 || sellers.length === 0 || events.length === 0) return null
  return <ExampleSale rules={loaded.rules} sellers={sellers} events={events} />
}
