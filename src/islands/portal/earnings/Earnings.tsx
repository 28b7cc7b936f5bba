import { useEffect, useState } from 'react'
import type { StaffEarnings } from '#contracts/portal/earnings.ts'
import type { StaffProfile } from '#contracts/portal/staff.ts'
import { LoadFailed } from '#ui/loading/LoadFailed.tsx'
import { useStore } from '#islands/platform/use-store.ts'
import { $earnings, loadEarnings } from '#stores/portal/staff-data.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { loadPayoutAccountAfterSetUp } from '#stores/portal/staff-payouts.ts'
import { Notice } from '#ui/Notice.tsx'
import { EarningDays } from './EarningDays.tsx'
import { EarningEvents, EarningLinks } from './EarningTables.tsx'
import { EarningTotals } from './EarningTotals.tsx'
import { EarningsBreakdown } from './EarningsBreakdown.tsx'
import { PayoutAccountCard } from './PayoutAccountCard.tsx'
import { Payouts } from './Payouts.tsx'
import { PortalGate } from '#islands/portal/PortalGate.tsx'
import { PortalSkeleton } from '#islands/portal/PortalSkeleton.tsx'
import { StaleNotice } from '#islands/portal/StaleNotice.tsx'
import { StatementDownload } from './StatementDownload.tsx'
import { useOneTimeParameter } from '#islands/platform/use-one-time-parameter.ts'

const WAITING = (
  <PortalSkeleton label="Loading your earnings…" figures={4} blocks={['card', 'plot', 'card']} />
)

/** The page `/account/staff/earnings` with totals, payouts and the payout account. */
export function Earnings() {
  return <PortalGate skeleton={WAITING}>{(member) => <EarningScreen member={member} />}</PortalGate>
}

function EarningScreen({ member }: { member: StaffProfile }) {
  const { data, error } = useStore($earnings, LOADING)
  if (!data) {
    if (!error) return WAITING
    return <LoadFailed what="Your earnings" why={error} onRetry={() => void loadEarnings()} />
  }
  return (
    <div className="sections">
      <SetUpNotice member={member} earnings={data} />
      <StaleNotice error={error} onRetry={() => void loadEarnings()} />
      <EarningTotals member={member} earnings={data} />
      <PayoutAccountCard member={member} account={data.payoutAccount} />
      <Payouts payouts={data.payouts} />
      <EarningDays earnings={data} />
      <EarningEvents earnings={data} />
      <EarningLinks earnings={data} />
      <Terms terms={data.terms} />
      <StatementDownload member={member} />
      <EarningsBreakdown member={member} earnings={data} />
    </div>
  )
}

/** Message after the setup at the payment provider (`?setup=complete`, specification §2). Not shown again after a reload. */
function SetUpNotice({ member, earnings }: { member: StaffProfile; earnings: StaffEarnings }) {
  const isBack = useOneTimeParameter('setup', 'complete')
  const [payoutsBefore] = useState(earnings.payouts.length)
  const [accountBefore] = useState(earnings.payoutAccount)
  const { status } = earnings.payoutAccount
  useEffect(() => {
    const { status: before } = accountBefore
    const mayHaveChanged = before === 'incomplete' || before === 'checking'
    if (isBack && mayHaveChanged)
      void loadPayoutAccountAfterSetUp({ memberId: member.id, account: accountBefore })
  }, [isBack, member.id, accountBefore])
  // The message is hidden once the member has requested a payout.
  if (!isBack || earnings.payouts.length > payoutsBefore) return null
  if (status === 'ready') {
    return (
      <Notice tone="success" title="Your payout account is ready">
        <p>You can now request payouts of your available balance.</p>
      </Notice>
    )
  }
  const words =
    status === 'checking'
      ? 'The payment provider is reviewing your details. This usually takes minutes, sometimes a day or two.'
      : 'Some details are still missing. You can continue the setup below at any time.'
  return (
    <Notice tone={status === 'checking' ? 'plain' : 'warning'} title="Payout setup not complete">
      <p>{words}</p>
    </Notice>
  )
}

function Terms({ terms }: { terms: readonly string[] }) {
  return (
    <section className="section" aria-labelledby="terms-title">
      <h2 id="terms-title">Your commission</h2>
      {terms.length > 0 ? (
        <ul>
          {terms.map((term) => (
            <li key={term}>{term}</li>
          ))}
        </ul>
      ) : (
        <p className="secondary-text">The promoter hasn’t set a commission for you yet.</p>
      )}
    </section>
  )
}
