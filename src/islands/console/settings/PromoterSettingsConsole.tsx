import { useState } from 'react'
import * as z from 'zod/mini'
import { showToast } from '#browser/platform/toast-event.ts'
import {
  promoterSettings as contractFields,
  promoterSettingsView,
  type PromoterSettings,
} from '#contracts/console/settings.ts'
import { consoleUrls } from '#contracts/platform/console-urls.ts'
import { promoterName } from '#contracts/console/promoters.ts'
import { AccountSkeleton } from '#islands/platform/AccountSkeleton.tsx'
import { FormErrors } from '#islands/platform/FormErrors.tsx'
import { LoadFailed } from '#ui/loading/LoadFailed.tsx'
import { useStore } from '#islands/platform/use-store.ts'
import { listCountries } from '#model/sites/countries.ts'
import { CURRENCIES } from '#model/platform/currencies.ts'
import { currency } from '#model/platform/currency.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { promoterSettings, savePromoterSettings } from '#stores/console/settings.ts'
import { formatCount } from '#ui/format/format-numbers.ts'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Select } from '#ui/form/Select.tsx'
import { ConsoleGate } from '../ConsoleGate.tsx'
import type { VersionFields } from '#islands/console/editing/differences.ts'
import { FormConflict } from '#islands/console/editing/FormConflict.tsx'
import type { BindField } from '../staff/RuleScope.tsx'
import { InvoiceFields } from './InvoiceFields.tsx'
import { TicketFields } from './TicketFields.tsx'
import { useConflict } from '#islands/console/editing/use-conflict.ts'
import { useEditForm } from '#islands/console/editing/use-edit-form.ts'

const WAITING = <AccountSkeleton label="Loading settings…" blocks={2} />

/** The page `/promoter/settings`. */
export function PromoterSettingsConsole() {
  return (
    <ConsoleGate skeleton={WAITING} isOwners>
      {() => <Settings />}
    </ConsoleGate>
  )
}

function Settings() {
  const { data, error } = useStore(promoterSettings.$store, LOADING)
  if (!data) {
    if (!error) return WAITING
    return <LoadFailed what="The settings" why={error} onRetry={() => void promoterSettings.load()} />
  }
  return <SettingsForm key={data.settings.version} settings={data.settings} />
}

function SettingsForm({ settings: loaded }: { settings: PromoterSettings }) {
  const [settings, show] = useState(loaded)
  return <Fields key={settings.version} settings={settings} onTaken={show} />
}

const { shape } = contractFields
/** Schema of the form. Its values don't include unticked checkboxes. */
const schema = z.object({
  name: promoterName,
  country: z.string(),
  currency,
  legalName: shape.legalName,
  legalAddress: shape.legalAddress,
  taxId: shape.taxId,
  requiresSecondFactor: z.optional(z.string()),
  attachesTickets: z.optional(z.string()),
  /** Number of days; '' for no limit. */
  orderLinkDays: z.string(),
})

const toChange = ({
  requiresSecondFactor,
  attachesTickets,
  orderLinkDays,
  ...rest
}: z.infer<typeof schema>) => ({
  ...rest,
  requiresSecondFactor: requiresSecondFactor !== undefined,
  attachesTickets: attachesTickets !== undefined,
  orderLinkDays: orderLinkDays === '' ? null : Number(orderLinkDays),
})

function Fields({
  settings,
  onTaken,
}: {
  settings: PromoterSettings
  onTaken: (theirs: PromoterSettings) => void
}) {
  const conflict = useConflict(promoterSettingsView, settings)
  const { form, field, idOf, formErrors, isBusy } = useEditForm(conflict, {
    schema,
    send: (values, version) => savePromoterSettings({ ...toChange(values), version }),
    mineOf: (values) => ({ ...settings, ...toChange(values) }),
    onDone: () => showToast({ type: 'success', title: 'Saved', message: 'The settings apply from now on.' }),
    fieldOf: { SECOND_FACTOR_FIRST: 'requiresSecondFactor' },
  })
  return (
    <form {...form} className="account-form team-form">
      <FormErrors formErrors={formErrors} idOf={idOf} />
      <SettingFields field={field} settings={settings} />
      <FormConflict conflict={conflict} wordsOf={settingsFields} onTaken={onTaken} />
      <Button type="submit" busy={isBusy}>
        {isBusy ? 'Saving…' : 'Save settings'}
      </Button>
    </form>
  )
}

interface FieldProps {
  field: BindField
  settings: PromoterSettings
}

function SettingFields(props: FieldProps) {
  return (
    <>
      <PromoterFields {...props} />
      <InvoiceFields {...props} />
      <TicketFields {...props} />
      <SecurityFields {...props} />
    </>
  )
}

function PromoterFields({ field, settings }: FieldProps) {
  const names = listCountries().map(({ name }) => name)
  const isListed = settings.country === '' || names.includes(settings.country)
  const countries = isListed ? names : [settings.country, ...names]
  return (
    <>
      <h2>Promoter</h2>
      <Field
        {...field('name')}
        label="Organiser name"
        hint="In the console, in invitations and on receipts. Your storefront’s name is under Your site."
        autoComplete="organization"
        maxLength={80}
        defaultValue={settings.name}
        required
      />
      <div className="field-pair">
        <Select {...field('country')} label="Country" hint="For new events." defaultValue={settings.country}>
          {settings.country === '' && <option value="">Choose…</option>}
          {countries.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </Select>
        <Select
          {...field('currency')}
          label="Currency"
          hint="For new events."
          defaultValue={settings.currency}
        >
          {CURRENCIES.map((code) => (
            <option key={code}>{code}</option>
          ))}
        </Select>
      </div>
      <p className="secondary-text">
        Events keep the country and currency that they were created with. To use another address for your
        storefront, <a href={consoleUrls.site()}>add a domain</a>.
      </p>
    </>
  )
}

function SecurityFields({ field, settings }: FieldProps) {
  return (
    <>
      <h2>Security</h2>
      <Checkbox
        {...field('requiresSecondFactor')}
        label="Require two-factor authentication for all members"
        hint="Members without a passkey or an authenticator app have no access until they set one up."
        value="yes"
        defaultChecked={settings.requiresSecondFactor}
      />
      <Select
        {...field('orderLinkDays')}
        label="Order links stay valid"
        hint="Anyone with a buyer’s link can see the name, tickets and invoice. After that time, buyers sign in to see past orders."
        defaultValue={settings.orderLinkDays ?? ''}
      >
        {linkDayOptions(settings.orderLinkDays).map((days) => (
          <option key={days ?? ''} value={days ?? ''}>
            {linkExpiryLabel(days)}
          </option>
        ))}
      </Select>
    </>
  )
}

const LINK_DAYS = [null, 7, 30, 90, 365]

/** Options for the number of days. Includes the current number, which an API client may have set to any value. */
const linkDayOptions = (days: number | null): (number | null)[] =>
  LINK_DAYS.includes(days) ? LINK_DAYS : [...LINK_DAYS, days]

const linkExpiryLabel = (days: number | null): string =>
  days === null ? 'Forever' : `Until ${formatCount(days, 'day', 'days')} after the event`

const settingsFields = (settings: PromoterSettings): VersionFields => [
  ['Organiser name', settings.name],
  ['Country', settings.country],
  ['Currency', settings.currency],
  ['Legal name', settings.legalName],
  ['Address', settings.legalAddress],
  ['Tax number', settings.taxId],
  ['Two-factor authentication', settings.requiresSecondFactor ? 'Required' : 'Not required'],
  ['Order links stay valid', linkExpiryLabel(settings.orderLinkDays)],
  ['Tickets in emails', settings.attachesTickets ? 'Attached as PDF' : 'Linked'],
]
