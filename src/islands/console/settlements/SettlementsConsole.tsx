import { useEffect } from 'react'
import { consoleUrls } from '#contracts/platform/console-urls.ts'
import { AccountSkeleton } from '#islands/platform/AccountSkeleton.tsx'
import { statementEvents } from '#stores/console/event-statements.ts'
import { ConsoleGate } from '../ConsoleGate.tsx'
import { Balances } from './Balances.tsx'
import { BankAccounts } from './BankAccounts.tsx'
import { EventStatementList } from './EventStatementList.tsx'
import { PayoutMethod } from './PayoutMethod.tsx'
import { SettlementList } from './SettlementList.tsx'

const WAITING = <AccountSkeleton label="Loading your balance…" blocks={3} />

/** The page `/promoter/settlements` with the promoter's balance and payouts. */
export function SettlementsConsole() {
  return (
    <ConsoleGate skeleton={WAITING} isOwners>
      {() => (
        <div className="sections">
          <Balances />
          <SettlementList />
          <Statements />
          <PayoutMethod />
          <BankAccounts />
        </div>
      )}
    </ConsoleGate>
  )
}

function Statements() {
  useEffect(() => void statementEvents.load({}), [])
  return <EventStatementList list={statementEvents} urlOf={consoleUrls.eventStatement} />
}
