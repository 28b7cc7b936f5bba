import { useState } from 'react'
import * as z from 'zod/mini'
import { showToast } from '#browser/platform/toast-event.ts'
import {
  payoutSettings as wire,
  payoutSettingsView,
  type PayoutSettings,
} from '#contracts/console/staff/payouts.ts'
import { FormErrors } from '#islands/platform/FormErrors.tsx'
import { Loading } from '#ui/loading/Loading.tsx'
import { formatAmount, formatCount } from '#ui/format/format-numbers.ts'
import { typedForm } from '#islands/platform/typed-form.ts'
import { useStore } from '#islands/platform/use-store.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { payoutSettings, savePayoutSettings } from '#stores/console/staff/payouts.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Select } from '#ui/form/Select.tsx'
import type { VersionFields } from '#islands/console/editing/differences.ts'
import { FormConflict } from '#islands/console/editing/FormConflict.tsx'
import type { BindField } from '#islands/console/staff/RuleScope.tsx'
import { useConflict } from '#islands/console/editing/use-conflict.ts'
import { useEditForm } from '#islands/console/editing/use-edit-form.ts'

/** Settings for how long earnings stay pending after an event, and up to which amount payouts are approved automatically. */
export function PayoutRules() {
  const { data, error } = useStore(payoutSettings.$store, LOADING)
  return (
    <section className="section" aria-labelledby="payout-rules">
      <h2 id="payout-rules">Rules</h2>
      {!data && (
        <Loading size="card" what="The rules" why={error} onRetry={() => void payoutSettings.load()} />
      )}
      {data && <RulesForm key={data.settings.version} settings={data.settings} />}
    </section>
  )
}

const rulesForm = typedForm(
  ({ count, amount, text }) => ({
    refundWindowDays: count('refundWindowDays'),
    autoLimit: amount('autoLimit', text('currency')),
    currency: text('currency'),
  }),
  z.extend(wire, { currency: payoutSettingsView.shape.currency }),
)

function RulesForm({ settings: loaded }: { settings: PayoutSettings }) {
  const [settings, show] = useState(loaded)
  return <Fields key={settings.version} settings={settings} onTaken={show} />
}

function Fields({
  settings,
  onTaken,
}: {
  settings: PayoutSettings
  onTaken: (theirs: PayoutSettings) => void
}) {
  const conflict = useConflict(payoutSettingsView, settings)
  const { form, field, idOf, formErrors, isBusy } = useEditForm(conflict, {
    schema: rulesForm,
    send: (rules, version) => savePayoutSettings({ ...rules, version }),
    mineOf: (rules) => ({ ...settings, ...rules }),
    onDone: () => showToast({ type: 'success', title: 'Saved', message: 'The rules apply from now on.' }),
  })
  return (
    <form {...form} className="account-form team-form">
      <FormErrors formErrors={formErrors} idOf={idOf} />
      <Field
        {...field('refundWindowDays')}
        label="Days after an event until earnings are available"
        hint="Leaves time for refunds."
        inputMode="numeric"
        autoComplete="off"
        defaultValue={settings.refundWindowDays}
        required
      />
      <LimitFields field={field} settings={settings} />
      <FormConflict conflict={conflict} wordsOf={settingsFields} onTaken={onTaken} />
      <Button type="submit" variant="quiet" busy={isBusy}>
        {isBusy ? 'Saving…' : 'Save rules'}
      </Button>
    </form>
  )
}

function LimitFields(props: { field: BindField; settings: PayoutSettings }) {
  const { field, settings } = props
  return (
    <>
      <Field
        {...field('autoLimit')}
        label="Auto-approve up to (per member per day)"
        hint="0 means you approve every payout. Payouts in another currency always need your approval."
        inputMode="decimal"
        autoComplete="off"
        defaultValue={settings.autoLimit}
        required
      />
      <Select {...field('currency')} label="Currency of the limit" defaultValue={settings.currency}>
        {settings.currencies.map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </Select>
    </>
  )
}

const settingsFields = ({ refundWindowDays, autoLimit, currency }: PayoutSettings): VersionFields => [
  ['After an event', formatCount(refundWindowDays, 'day')],
  ['Auto-approve up to', formatAmount(autoLimit, currency)],
]
