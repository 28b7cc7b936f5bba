import { useState } from 'react'
import { changeEmail as changeContract } from '#contracts/account/accounts.ts'
import type { Customer } from '#model/people/accounts.ts'
import { changeEmail } from '#stores/account/profile.ts'
import { Button } from '#ui/Button.tsx'
import { FormActions } from '#ui/FormActions.tsx'
import { PasswordField } from '#ui/form/PasswordField.tsx'
import { SignInEmailField } from '#islands/account/sign-in/SignInEmailField.tsx'
import { FormErrors } from '#islands/platform/FormErrors.tsx'
import { useForm } from '#islands/platform/use-form.ts'

/** Changes the email address. The change takes effect once the new address is verified. */
export function EmailSection({ customer }: { customer: Customer }) {
  const [isOpen, open] = useState(false)
  const [sentTo, setSentTo] = useState('')
  return (
    <section className="account-section" aria-labelledby="your-email">
      <h2 id="your-email">Email</h2>
      <p className="account-value">
        {customer.email}{' '}
        <span className="badge" data-tone={customer.isEmailVerified ? 'success' : 'warning'}>
          {customer.isEmailVerified ? 'Verified' : 'Not verified'}
        </span>
      </p>
      <p aria-live="polite">
        {sentTo &&
          `Open the link we sent to ${sentTo} to verify it. Until then, your address stays the same.`}
      </p>
      {isOpen ? (
        <EmailForm
          onClose={() => open(false)}
          onDone={(email) => {
            setSentTo(email)
            open(false)
          }}
        />
      ) : (
        <div>
          <Button variant="quiet" onClick={() => open(true)}>
            Change email
          </Button>
        </div>
      )}
    </section>
  )
}

function EmailForm({ onClose, onDone }: { onClose: () => void; onDone: (email: string) => void }) {
  const { form, field, idOf, formErrors, isBusy } = useForm({
    schema: changeContract.body,
    send: async (body) => {
      const answer = await changeEmail(body)
      return answer.success ? { success: true, data: body.email } : answer
    },
    onDone,
    fieldOf: { PASSWORD_WRONG: 'password' },
  })
  return (
    <form {...form} className="account-form">
      <FormErrors formErrors={formErrors} idOf={idOf} />
      <SignInEmailField {...field('email')} label="New email" />
      <PasswordField
        {...field('password')}
        label="Password"
        hint="Confirm it’s you."
        autoComplete="current-password"
        required
      />
      <FormActions isBusy={isBusy} label="Send link" busyLabel="Sending…" onCancel={onClose} />
    </form>
  )
}
