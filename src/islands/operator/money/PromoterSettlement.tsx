import { useEffect, useRef } from 'react'
import * as z from 'zod/mini'
import { showToast } from '#browser/platform/toast-event.ts'
import type { SettlementSettings } from '#contracts/console/settlements.ts'
import { createAdjustment, putPromoterSettlementSettings } from '#contracts/operator/settlements.ts'
import { operatorUrls } from '#contracts/platform/operator-urls.ts'
import { EventStatementList } from '#islands/console/settlements/EventStatementList.tsx'
import { FormErrors } from '#islands/platform/FormErrors.tsx'
import { typedForm } from '#islands/platform/typed-form.ts'
import { useForm } from '#islands/platform/use-form.ts'
import { useStore } from '#islands/platform/use-store.ts'
import { promoterStatementEvents } from '#stores/operator/statements/event-statements.ts'
import { adjustBalance, promoterSettlement, savePromoterSettlement } from '#stores/operator/money.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { Select } from '#ui/form/Select.tsx'
import { Field } from '#ui/form/Field.tsx'
import { formatAmount } from '#ui/format/format-numbers.ts'
import { Loading } from '#ui/loading/Loading.tsx'
import { OperatorGate } from '../OperatorGate.tsx'
import { AllSettlements } from './AllSettlements.tsx'

/** Section of a promoter's page with the rules of its payouts and adjustments of its balance. */
export function PromoterSettlement({ promoterId }: { promoterId: string }) {
  const { data, error } = useStore(promoterSettlement.$store, LOADING)
  useEffect(() => void promoterSettlement.load(promoterId), [promoterId])
  return (
    <section className="section" aria-labelledby="settlement-title">
      <h2 id="settlement-title">Payouts</h2>
      {!data && (
        <Loading
          size="card"
          what="The payouts"
          why={error}
          onRetry={() => void promoterSettlement.load(promoterId)}
        />
      )}
      {data && (
        <>
          <p className="secondary-text">
            {data.balances.length === 0
              ? 'Nothing has been sold yet.'
              : data.balances
                  .map(
                    ({ balance, available, currency }) =>
                      `Balance ${formatAmount(balance, currency)}, available ${formatAmount(available, currency)}`,
                  )
                  .join(' · ')}
          </p>
          <RulesForm key={data.settings.version} promoterId={promoterId} settings={data.settings} />
          <h3>Adjust the balance</h3>
          <AdjustmentForm promoterId={promoterId} currency={data.balances[0]?.currency ?? 'EUR'} />
        </>
      )}
    </section>
  )
}

const rules = (settings: SettlementSettings) =>
  typedForm(
    ({ count, percentage, text }) => ({
      schedule: settings.schedule,
      weekday: settings.weekday,
      version: settings.version,
      delayDays: count('delayDays'),
      earlyShare: percentage('earlyShare', 2),
      reserve: percentage('reserve', 2),
      reserveDays: count('reserveDays', 1),
      isHeld: text('isHeld') !== '',
      holdReason: text('holdReason'),
    }),
    z.extend(putPromoterSettlementSettings.body, {}),
  )

function RulesForm({ promoterId, settings }: { promoterId: string; settings: SettlementSettings }) {
  const { form, field, idOf, formErrors, isBusy } = useForm({
    schema: rules(settings),
    send: (body) => savePromoterSettlement(promoterId, body),
    onDone: () => showToast({ type: 'success', title: 'Saved', message: 'This applies to the next payout.' }),
  })
  return (
    <form {...form} className="account-form team-form" aria-label="Rules of payouts">
      <FormErrors formErrors={formErrors} idOf={idOf} />
      <Field
        {...field('delayDays')}
        label="Days after an event until its sales are due"
        inputMode="numeric"
        defaultValue={settings.delayDays}
        required
      />
      <Field
        {...field('earlyShare')}
        label="Early share (%)"
        hint="Part of the sales that is available before the event."
        inputMode="decimal"
        defaultValue={settings.earlyShare}
        required
      />
      <Field
        {...field('reserve')}
        label="Reserve (%)"
        hint="Part of recent sales that is held for refunds and disputes."
        inputMode="decimal"
        defaultValue={settings.reserve}
        required
      />
      <Field
        {...field('reserveDays')}
        label="Days of sales in the reserve"
        inputMode="numeric"
        defaultValue={settings.reserveDays}
        required
      />
      <Checkbox {...field('isHeld')} label="Hold all payouts" defaultChecked={settings.isHeld} />
      <Field
        {...field('holdReason')}
        label="Reason for the hold"
        hint="Required if payouts are on hold. Shown to the promoter."
        defaultValue={settings.holdReason}
        maxLength={500}
      />
      <Button type="submit" variant="quiet" busy={isBusy}>
        {isBusy ? 'Saving…' : 'Save rules'}
      </Button>
    </form>
  )
}

const adjustmentForm = typedForm(
  ({ amount, text }) => ({
    currency: text('currency'),
    amount: amount('amount', text('currency')) * (text('direction') === 'deduct' ? -1 : 1),
    reason: text('reason'),
  }),
  createAdjustment.body,
)

function AdjustmentForm({ promoterId, currency }: { promoterId: string; currency: string }) {
  const key = useRef(crypto.randomUUID())
  const { form, field, idOf, formErrors, isBusy } = useForm({
    schema: adjustmentForm,
    send: (body) => adjustBalance(promoterId, body, key.current),
    onDone: (_, sent) => {
      key.current = crypto.randomUUID()
      sent.reset()
      showToast({ type: 'success', title: 'Balance adjusted', message: 'It is on the next statement.' })
    },
  })
  return (
    <form {...form} className="account-form team-form" aria-label="Adjustment">
      <FormErrors formErrors={formErrors} idOf={idOf} />
      <Field {...field('currency')} label="Currency" defaultValue={currency} maxLength={3} required />
      <Select {...field('direction')} label="Direction">
        <option value="add">Add, at the platform’s expense</option>
        <option value="deduct">Deduct</option>
      </Select>
      <Field {...field('amount')} label="Amount" inputMode="decimal" required />
      <Field {...field('reason')} label="Reason" hint="Shown to the promoter." maxLength={500} required />
      <Button type="submit" variant="quiet" busy={isBusy}>
        {isBusy ? 'Adjusting…' : 'Adjust balance'}
      </Button>
    </form>
  )
}

/** The page `/operator/money/{promoterId}`. */
export function PromoterMoney({ promoterId }: { promoterId: string }) {
  const { data } = useStore(promoterSettlement.$store, LOADING)
  return (
    <OperatorGate>
      <div className="sections">
        <div className="section">
          <p>
            <a href={operatorUrls.money()}>Money</a>
          </p>
          <h1>{data?.promoter.name ?? 'Promoter'}</h1>
        </div>
        <PromoterSettlement promoterId={promoterId} />
        <AllSettlements promoterId={promoterId} />
        <Statements promoterId={promoterId} />
      </div>
    </OperatorGate>
  )
}

function Statements({ promoterId }: { promoterId: string }) {
  useEffect(() => void promoterStatementEvents.load({ id: promoterId }), [promoterId])
  return <EventStatementList list={promoterStatementEvents} urlOf={operatorUrls.eventStatement} />
}
