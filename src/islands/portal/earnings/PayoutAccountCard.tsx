import { useState } from 'react'
import type { PayoutAccount } from '#contracts/portal/earnings.ts'
import type { StaffProfile } from '#contracts/portal/staff.ts'
import type { Result } from '#model/platform/result.ts'
import { openPayoutDashboard, setUpPayouts } from '#stores/portal/staff-payouts.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'

interface AccountMessage {
  badge: string
  tone: 'plain' | 'success' | 'warning' | 'danger'
  says: string
  /** Label of the button that opens the setup at the payment provider; undefined for no button. */
  action: string | undefined
}

const ACCOUNT_MESSAGES: Readonly<Record<PayoutAccount['status'], AccountMessage>> = {
  none: {
    badge: 'Not set up',
    tone: 'plain',
    says: 'To receive payouts, set up an account with our payment provider. It takes about five minutes: you enter your name, address and bank account.',
    action: 'Set up payouts',
  },
  incomplete: {
    badge: 'Incomplete',
    tone: 'warning',
    says: 'The payment provider needs more details before it can pay you.',
    action: 'Continue setup',
  },
  checking: {
    badge: 'In review',
    tone: 'plain',
    says: 'The payment provider is reviewing your details. You can request payouts once the review is complete.',
    action: undefined,
  },
  ready: {
    badge: 'Ready',
    tone: 'success',
    says: 'Payouts go to the bank account you set up with the payment provider.',
    action: undefined,
  },
  refused: {
    badge: 'Refused',
    tone: 'danger',
    says: 'The payment provider can’t pay out to this account. Open its dashboard to see what to do.',
    action: undefined,
  },
}

export function PayoutAccountCard({ member, account }: { member: StaffProfile; account: PayoutAccount }) {
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const { badge, tone, says, action } = ACCOUNT_MESSAGES[account.status]
  const payee = { memberId: member.id, account }
  const go = async (leave: (of: typeof payee) => Promise<Result<unknown>>): Promise<void> => {
    setBusy(true)
    setFailure(undefined)
    const answer = await leave(payee)
    // Stays busy after success, because the payment provider's page opens.
    if (answer.success) return
    setBusy(false)
    setFailure(answer.error.message)
  }
  return (
    <section className="section" aria-labelledby="account-title">
      <div className="section-head">
        <h2 id="account-title">Payout account</h2>
        <span className="badge" data-tone={tone}>
          {badge}
        </span>
      </div>
      <p>{says}</p>
      {account.missing.length > 0 && (
        <ul>
          {account.missing.map((each) => (
            <li key={each}>{missingFieldLabel(each)}</li>
          ))}
        </ul>
      )}
      {failure && <Notice tone="danger" title={failure} urgent />}
      <div className="form-actions">
        {action && (
          <Button busy={isBusy} onClick={() => void go(setUpPayouts)}>
            {isBusy ? 'Opening…' : action}
          </Button>
        )}
        {account.status !== 'none' && (
          <Button variant="quiet" busy={isBusy} onClick={() => void go(openPayoutDashboard)}>
            Open provider dashboard
          </Button>
        )}
      </div>
    </section>
  )
}

/** Makes a requirement of the payment provider readable, for example 'individual.address.city' → 'Individual address city'. */
function missingFieldLabel(name: string): string {
  const words = name.replaceAll(/[._]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
