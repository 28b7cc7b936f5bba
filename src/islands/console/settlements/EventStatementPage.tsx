import { useEffect } from 'react'
import { consoleUrls } from '#contracts/platform/console-urls.ts'
import { ConsoleGate } from '#islands/console/ConsoleGate.tsx'
import { AccountSkeleton } from '#islands/platform/AccountSkeleton.tsx'
import { useStore } from '#islands/platform/use-store.ts'
import { eventStatement, downloadEventStatement } from '#stores/console/event-statements.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { LoadFailed } from '#ui/loading/LoadFailed.tsx'
import { EventStatementView } from './EventStatementView.tsx'

const WAITING = <AccountSkeleton label="Loading the statement…" blocks={2} />

/** The page `/promoter/settlements/events/{id}` with the statement of an event. */
export function EventStatementPage({ id }: { id: string }) {
  return (
    <ConsoleGate skeleton={WAITING} isOwners>
      {() => <Loaded id={id} />}
    </ConsoleGate>
  )
}

function Loaded({ id }: { id: string }) {
  const { data, error } = useStore(eventStatement.$store, LOADING)
  useEffect(() => void eventStatement.load(id), [id])
  if (error && !data)
    return <LoadFailed what="The statement" why={error} onRetry={() => void eventStatement.load(id)} />
  if (!data) return WAITING
  return (
    <EventStatementView
      statement={data}
      back={<a href={consoleUrls.settlements()}>Balance</a>}
      onSave={(format) => downloadEventStatement(data, format)}
      settlementUrl={consoleUrls.settlement}
    />
  )
}
