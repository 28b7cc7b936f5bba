import { useState } from 'react'
import * as z from 'zod/mini'
import { showToast } from '#browser/platform/toast-event.ts'
import { settlementPreferences, type SettlementSettings } from '#contracts/console/settlements.ts'
import type { PayoutAccount } from '#contracts/portal/earnings.ts'
import { FormErrors } from '#islands/platform/FormErrors.tsx'
import { typedForm } from '#islands/platform/typed-form.ts'
import { useForm } from '#islands/platform/use-form.ts'
import { useStore } from '#islands/platform/use-store.ts'
import { settlementMethod, settlementSchedule } from '#model/money/settlements.ts'
import type { Result } from '#model/platform/result.ts'
import {
  openSettlementDashboard,
  saveSettlementSettings,
  settlementAccount,
  settlementSettings,
  setUpSettlementAccount,
} from '#stores/console/settlements.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { Button } from '#ui/Button.tsx'
import { Select } from '#ui/form/Select.tsx'
import { Loading } from '#ui/loading/Loading.tsx'
import { Notice } from '#ui/Notice.tsx'
import { WEEKDAYS } from './settlement-messages.ts'

const METHODS: Readonly<Record<SettlementSettings['method'], string>> = {
  none: 'Not yet: the money stays in my balance',
  provider: 'Through the payment provider',
  bank: 'By bank transfer',
}
const SCHEDULES: Readonly<Record<SettlementSettings['schedule'], string>> = {
  after_event: 'Daily, as soon as amounts are due',
  weekly: 'Weekly',
  on_request: 'Only when I request it',
}

export function PayoutMethod() {
  const { data, error } = useStore(settlementSettings.$store, LOADING)
  return (
    <section className="section" aria-labelledby="how-paid-title">
      <h2 id="how-paid-title">How you’re paid</h2>
      {!data && (
        <Loading size="card" what="The settings" why={error} onRetry={() => void settlementSettings.load()} />
      )}
      {data && <SettingsForm key={data.version} settings={data} />}
      <ProviderAccount />
    </section>
  )
}

const schema = typedForm(
  ({ text }) => ({
    method: settlementMethod.parse(text('method')),
    schedule: settlementSchedule.parse(text('schedule')),
    weekday: Number(text('weekday')),
  }),
  z.extend(settlementPreferences, {}),
)

function SettingsForm({ settings }: { settings: SettlementSettings }) {
  const { form, field, idOf, formErrors, isBusy } = useForm({
    schema,
    send: (preferences) => saveSettlementSettings({ ...preferences, version: settings.version }),
    onDone: () => showToast({ type: 'success', title: 'Saved', message: 'This applies from now on.' }),
  })
  return (
    <form {...form} className="account-form team-form">
      <FormErrors formErrors={formErrors} idOf={idOf} />
      <Select {...field('method')} label="Method" defaultValue={settings.method}>
        {settlementMethod.options.map((each) => (
          <option key={each} value={each}>
            {METHODS[each]}
          </option>
        ))}
      </Select>
      <Select {...field('schedule')} label="Schedule" defaultValue={settings.schedule}>
        {settlementSchedule.options.map((each) => (
          <option key={each} value={each}>
            {SCHEDULES[each]}
          </option>
        ))}
      </Select>
      <Select {...field('weekday')} label="Day of weekly payouts" defaultValue={String(settings.weekday)}>
        {WEEKDAYS.map((name, at) => (
          <option key={name} value={at + 1}>
            {name}
          </option>
        ))}
      </Select>
      <Button type="submit" variant="quiet" busy={isBusy}>
        {isBusy ? 'Saving…' : 'Save'}
      </Button>
    </form>
  )
}

interface AccountMessage {
  badge: string
  tone: string
  says: string
  /** Label of the button that opens the setup at the payment provider. */
  action?: string
}

const ACCOUNT_MESSAGES: Readonly<Record<PayoutAccount['status'], AccountMessage>> = {
  none: {
    badge: 'Not set up',
    tone: 'plain',
    says: 'To be paid through the payment provider, set up an account there. You enter your company, its owners and a bank account.',
    action: 'Set up account',
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
    says: 'The payment provider is reviewing your details. Payouts start once the review is complete.',
  },
  ready: {
    badge: 'Ready',
    tone: 'success',
    says: 'Payouts can go to the bank account that you set up with the payment provider.',
  },
  refused: {
    badge: 'Refused',
    tone: 'danger',
    says: 'The payment provider can’t pay out to this account. Open its dashboard to see what to do, or choose bank transfer.',
  },
}

function ProviderAccount() {
  const { data: account } = useStore(settlementAccount.$store, LOADING)
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  if (!account) return null
  const { badge, tone, says, action } = ACCOUNT_MESSAGES[account.status]
  const go = async (leave: () => Promise<Result<unknown>>): Promise<void> => {
    setBusy(true)
    setFailure(undefined)
    const answer = await leave()
    // Stays busy after success, because the payment provider's page opens.
    if (answer.success) return
    setBusy(false)
    setFailure(answer.error.message)
  }
  return (
    <>
      <div className="section-head">
        <h3>Account at the payment provider</h3>
        <span className="badge" data-tone={tone}>
          {badge}
        </span>
      </div>
      <p>{says}</p>
      {failure && <Notice tone="danger" title={failure} urgent />}
      <div className="form-actions">
        {action && (
          <Button
            variant="quiet"
            busy={isBusy}
            onClick={() => void go(() => setUpSettlementAccount(account))}
          >
            {isBusy ? 'Opening…' : action}
          </Button>
        )}
        {account.status !== 'none' && (
          <Button variant="quiet" busy={isBusy} onClick={() => void go(openSettlementDashboard)}>
            Open provider dashboard
          </Button>
        )}
      </div>
    </>
  )
}
