import { consoleUrls } from '#contracts/platform/console-urls.ts'
import { AccountSkeleton } from '#islands/platform/AccountSkeleton.tsx'
import { ConsoleGate } from '../ConsoleGate.tsx'
import { AllPayouts } from './AllPayouts.tsx'
import { FormerMembers } from './FormerMembers.tsx'
import { PayoutRules } from './PayoutRules.tsx'
import { EarningsToApprove } from './EarningsToApprove.tsx'
import { PayoutsToApprove } from './PayoutsToApprove.tsx'

const WAITING = <AccountSkeleton label="Loading payouts…" blocks={3} />

/** The page `/promoter/payouts`. */
export function PayoutsConsole() {
  return (
    <ConsoleGate skeleton={WAITING} isOwners>
      {() => (
        <div className="sections">
          <p className="secondary-text">
            Commission for your team. The platform’s payouts to you are listed under your{' '}
            <a href={consoleUrls.settlements()}>balance</a>.
          </p>
          <PayoutsToApprove />
          <EarningsToApprove />
          <FormerMembers />
          <AllPayouts />
          <PayoutRules />
        </div>
      )}
    </ConsoleGate>
  )
}
