import { useRef, useState } from 'react'
import { showToast } from '#browser/platform/toast-event.ts'
import type { SettlementBalanceView, SettlementSettings } from '#contracts/console/settlements.ts'
import { useStore } from '#islands/platform/use-store.ts'
import { balances, requestSettlement, settlementSettings } from '#stores/console/settlements.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { Button } from '#ui/Button.tsx'
import { formatDate } from '#ui/format/format-dates.ts'
import { formatAmount, formatCount } from '#ui/format/format-numbers.ts'
import { Loading } from '#ui/loading/Loading.tsx'
import { Notice } from '#ui/Notice.tsx'
import { LabelledValue } from '#ui/plots/LabelledValue.tsx'
import { NotDueAmounts } from './NotDueAmounts.tsx'
import { scheduleLabel } from './settlement-messages.ts'

export function Balances() {
  const { data, error } = useStore(balances.$store, LOADING)
  const { data: settings } = useStore(settlementSettings.$store, LOADING)
  return (
    <section className="section" aria-labelledby="balance-title">
      <h2 id="balance-title">What you’re owed</h2>
      {settings?.isHeld && (
        <Notice tone="warning" title="Your payouts are on hold">
          <p>{settings.holdReason}</p>
        </Notice>
      )}
      {!data && <Loading size="card" what="Your balance" why={error} onRetry={() => void balances.load()} />}
      {data?.length === 0 && (
        <div className="empty-state">
          <p>Nothing has been sold yet. Your share of ticket sales appears here.</p>
        </div>
      )}
      {data?.map((balance) => (
        <Balance key={balance.currency} balance={balance} settings={settings} />
      ))}
      <NotDueAmounts balances={data} settings={settings} />
    </section>
  )
}

function Balance({
  balance,
  settings,
}: {
  balance: SettlementBalanceView
  settings: SettlementSettings | undefined
}) {
  const { currency } = balance
  const money = (amount: number): string => formatAmount(amount, currency)
  return (
    <div className="settlement-balance">
      {balance.balance < 0 && (
        <Notice tone="warning" title={`Your balance is ${money(balance.balance)}`}>
          <p>
            Refunds or disputes came after their orders were paid out. The amount is deducted from your next
            sales; you don’t need to transfer anything.
          </p>
        </Notice>
      )}
      {balance.memberDebt > 0 && (
        <Notice tone="warning" title={`Your team owes ${money(balance.memberDebt)}`}>
          <p>
            Commission was paid out before its orders were refunded or disputed. The amount stays in your
            balance until your team has earned it again.
          </p>
        </Notice>
      )}
      <dl className="figures">
        <LabelledValue name="Available" value={money(balance.available)} hint="Can be paid out now." />
        <LabelledValue
          name="Not due yet"
          value={money(balance.notDue)}
          hint={settings ? `Due ${formatCount(settings.delayDays, 'day')} after each event.` : ''}
        />
        <LabelledValue name="Reserve" value={money(balance.reserve)} hint={reserveHint(settings)} />
        <LabelledValue
          name="On its way"
          value={money(balance.underway)}
          hint={`Paid so far: ${money(balance.paid)}`}
        />
      </dl>
      <p className="secondary-text">
        {settings ? scheduleLabel(settings) : ''} Total balance: {money(balance.balance)}.
      </p>
      {balance.next && (
        <p>
          <strong>Next payout: {formatDate(balance.next.at)}</strong>, about {money(balance.next.amount)} from
          what you’ve sold so far.
        </p>
      )}
      {settings && !settings.isHeld && settings.method !== 'none' && <Request balance={balance} />}
    </div>
  )
}

const reserveHint = (settings: SettlementSettings | undefined): string =>
  settings && settings.reserve > 0
    ? `${settings.reserve}% of the sales of the last ${formatCount(settings.reserveDays, 'day')}, for refunds.`
    : 'Nothing is held back for refunds.'

function Request({ balance }: { balance: SettlementBalanceView }) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const key = useRef(crypto.randomUUID())
  const { available, currency } = balance
  if (available <= 0) return null
  const request = async (): Promise<void> => {
    setBusy(true)
    setFailure(undefined)
    const answer = await requestSettlement(currency, key.current)
    setBusy(false)
    if (!answer.success) return setFailure(answer.error.message)
    key.current = crypto.randomUUID()
    showToast({
      type: 'success',
      title: 'Payout requested',
      message: 'We email you when it is on its way.',
    })
  }
  return (
    <>
      {failure && <Notice tone="danger" title={failure} urgent />}
      <div className="form-actions">
        <Button busy={isBusy} onClick={() => void request()}>
          {isBusy ? 'Requesting…' : `Pay out ${formatAmount(available, currency)}`}
        </Button>
      </div>
    </>
  )
}
