import { urls } from '#contracts/platform/urls.ts'
import { AccountSkeleton } from '#islands/platform/AccountSkeleton.tsx'
import { ConsoleGate } from '../ConsoleGate.tsx'
import { ApiKeys } from './ApiKeys.tsx'
import { Deliveries } from './Deliveries.tsx'
import { Webhooks } from './Webhooks.tsx'

const WAITING = <AccountSkeleton label="Loading your keys and webhooks…" blocks={3} />

/** The page `/promoter/developers`. */
export function Developers() {
  return (
    <ConsoleGate skeleton={WAITING} isOwners>
      {() => (
        <div className="sections">
          <p className="lead developers-lead">
            Everything in the console is also available through the API.{' '}
            <a href={urls.apiReference()}>Read the API reference</a>
          </p>
          <ApiKeys />
          <Webhooks />
          <Deliveries />
        </div>
      )}
    </ConsoleGate>
  )
}
