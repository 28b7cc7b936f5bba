import { useState } from 'react'
import * as z from 'zod/mini'
import { showToast } from '#browser/platform/toast-event.ts'
import { newUuid } from '#browser/platform/uuid.ts'
import { FormErrors } from '#islands/platform/FormErrors.tsx'
import { useForm } from '#islands/platform/use-form.ts'
import { typedForm } from '#islands/platform/typed-form.ts'
import { minorDigits, toCents } from '#model/platform/money.ts'
import { requestEventPayout, requestPayout } from '#stores/portal/staff-payouts.ts'
import { TitledDialog } from '#ui/dialog/TitledDialog.tsx'
import { FormActions } from '#ui/FormActions.tsx'
import { Field } from '#ui/form/Field.tsx'
import { formatAmount } from '#ui/format/format-numbers.ts'

/** Requested payout: the earnings from one event, or an amount in major units. */
type Payable =
  | { kind: 'amount'; memberId: string; available: number; currency: string }
  | { kind: 'event'; eventId: string; eventTitle: string; payable: number; currency: string }

interface Props {
  isOpen: boolean
  onClose: () => void
  what: Payable
}

export function PayoutDialog({ isOpen, onClose, what }: Props) {
  return (
    <TitledDialog isOpen={isOpen} onClose={onClose} title="Request a payout">
      {isOpen && what.kind === 'amount' && <AmountForm what={what} onDone={onClose} />}
      {isOpen && what.kind === 'event' && <EventForm what={what} onDone={onClose} />}
    </TitledDialog>
  )
}

function showSent({ amount, currency }: { amount: number; currency: string }): void {
  showToast({
    type: 'success',
    title: `${formatAmount(amount, currency)} requested`,
    message: 'Track its status below.',
  })
}

/** Schema for an amount of more than zero and at most `available`. */
const amountUpTo = ({ available, currency }: { available: number; currency: string }) =>
  typedForm(
    ({ amount }) => ({ amount: amount('amount', currency) }),
    z.object({
      amount: z
        .number()
        .check(
          z.positive('Enter an amount.'),
          z.maximum(available, `At most ${formatAmount(available, currency)} is available.`),
        ),
    }),
  )

function AmountForm({ what, onDone }: { what: Extract<Payable, { kind: 'amount' }>; onDone: () => void }) {
  const { memberId, available, currency } = what
  const [key] = useState(newUuid)
  const { form, field, idOf, formErrors, isBusy } = useForm({
    schema: amountUpTo(what),
    send: ({ amount }) => {
      // The idempotency key contains the amount, because a different amount is a new request.
      return requestPayout(memberId, { amount, currency }, `${key}-${toCents(amount, currency)}`)
    },
    onDone: ({ payout }) => {
      showSent(payout)
      onDone()
    },
    fieldOf: { PAYOUT_TOO_MUCH: 'amount' },
  })
  return (
    <form {...form} className="account-form">
      <FormErrors formErrors={formErrors} idOf={idOf} />
      <p>Payouts arrive in your bank account two to seven days after the promoter has approved them.</p>
      <Field
        {...field('amount')}
        label={`Amount in ${currency}`}
        hint={`${formatAmount(available, currency)} is available.`}
        inputMode="decimal"
        autoComplete="off"
        defaultValue={available.toFixed(minorDigits(currency))}
        required
      />
      <FormActions isBusy={isBusy} label="Request payout" busyLabel="Requesting…" />
    </form>
  )
}

const nothing = z.object({})

function EventForm({ what, onDone }: { what: Extract<Payable, { kind: 'event' }>; onDone: () => void }) {
  const { eventId, eventTitle, payable, currency } = what
  const [key] = useState(newUuid)
  const { form, idOf, formErrors, isBusy } = useForm({
    schema: nothing,
    send: () => requestEventPayout(eventId, key),
    onDone: ({ payout }) => {
      showSent(payout)
      onDone()
    },
  })
  return (
    <form {...form} className="account-form">
      <FormErrors formErrors={formErrors} idOf={idOf} />
      <p>
        {formatAmount(payable, currency)} from <strong dir="auto">{eventTitle}</strong> will be sent to your
        payout account.
      </p>
      <FormActions
        isBusy={isBusy}
        label={`Request ${formatAmount(payable, currency)}`}
        busyLabel="Requesting…"
      />
    </form>
  )
}
