import { useEffect } from 'react'
import { operatorUrls } from '#contracts/platform/operator-urls.ts'
import { EventStatementView } from '#islands/console/settlements/EventStatementView.tsx'
import { AccountSkeleton } from '#islands/platform/AccountSkeleton.tsx'
import { useStore } from '#islands/platform/use-store.ts'
import { anyEventStatement, downloadAnyEventStatement } from '#stores/operator/statements/event-statements.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { LoadFailed } from '#ui/loading/LoadFailed.tsx'
import { OperatorGate } from '../OperatorGate.tsx'

/** The page `/operator/money/events/{id}` with the statement of an event. */
export function OperatorEventStatement({ id }: { id: string }) {
  return (
    <OperatorGate>
      <Loaded id={id} />
    </OperatorGate>
  )
}

function Loaded({ id }: { id: string }) {
  const { data, error } = useStore(anyEventStatement.$store, LOADING)
  useEffect(() => void anyEventStatement.load(id), [id])
  if (error && !data)
    return <LoadFailed what="The statement" why={error} onRetry={() => void anyEventStatement.load(id)} />
  if (!data) return <AccountSkeleton label="Loading the statement…" blocks={2} />
  const { promoter, statement } = data
  return (
    <EventStatementView
      statement={statement}
      back={
        <a href={operatorUrls.promoterMoney(promoter.id)} dir="auto">
          {promoter.name}
        </a>
      }
      onSave={(format) => downloadAnyEventStatement(statement, format)}
    />
  )
}
