import { useState } from 'react'
import type { EarningTotals as Totals, PayoutAccount, StaffEarnings } from '#contracts/portal/earnings.ts'
import type { StaffProfile } from '#contracts/portal/staff.ts'
import { Button } from '#ui/Button.tsx'
import { availableHint, isEnoughToPayOut } from './earning-messages.ts'
import { LabelledValue } from '#ui/plots/LabelledValue.tsx'
import { PayoutDialog } from './PayoutDialog.tsx'
import { formatAmount } from '#ui/format/format-numbers.ts'

export function EarningTotals({ member, earnings }: { member: StaffProfile; earnings: StaffEarnings }) {
  const { totals, payoutAccount } = earnings
  if (totals.length === 0) {
    return (
      <div className="empty-state">
        <h2>Nothing earned yet</h2>
        <p>Sales through your links appear here within seconds of payment.</p>
      </div>
    )
  }
  return (
    <section className="section" aria-labelledby="totals-title">
      <h2 id="totals-title" className="visually-hidden">
        Balance
      </h2>
      {totals.map((each) => (
        <CurrencyTotals key={each.currency} member={member} totals={each} account={payoutAccount.status} />
      ))}
    </section>
  )
}

function CurrencyTotals({
  member,
  totals,
  account,
}: {
  member: StaffProfile
  totals: Totals
  account: PayoutAccount['status']
}) {
  const [isAsking, ask] = useState(false)
  const { currency, pending, available, requested, paid, waiting, clawedBack } = totals
  const words = (amount: number): string => formatAmount(amount, currency)
  return (
    <div className="totals">
      <dl className="figures">
        <LabelledValue name="Available" value={words(available)} hint={availableHint(totals, account)} />
        <LabelledValue
          name="Pending"
          value={words(pending)}
          hint="The event hasn’t ended, or its refund period is still running."
        />
        <LabelledValue name="Requested" value={words(requested)} hint="Requested and on its way to you." />
        <LabelledValue name="Paid" value={words(paid)} hint="Sent to your bank account." />
        {waiting > 0 && (
          <LabelledValue
            name="Needs approval"
            value={words(waiting)}
            hint="The promoter needs to approve it first."
          />
        )}
        {clawedBack > 0 && (
          <LabelledValue name="Deducted" value={words(clawedBack)} hint="For refunded or disputed sales." />
        )}
      </dl>
      {account === 'ready' && isEnoughToPayOut(available, currency) && (
        <Button onClick={() => ask(true)}>Pay out up to {words(available)}</Button>
      )}
      <PayoutDialog
        isOpen={isAsking}
        onClose={() => ask(false)}
        what={{ kind: 'amount', memberId: member.id, available, currency }}
      />
    </div>
  )
}
