import { useState } from 'react'
import { resetPassword } from '#contracts/account/sign-in.ts'
import { urls } from '#contracts/platform/urls.ts'
import { requestPasswordReset } from '#stores/account/account-mails.ts'
import { Button } from '#ui/Button.tsx'

import { SignInEmailField } from './SignInEmailField.tsx'
import { FormErrors } from '#islands/platform/FormErrors.tsx'
import { useForm } from '#islands/platform/use-form.ts'

/** The page `/forgot-password`. It doesn't show whether an account with the address exists. */
export function ForgotPassword() {
  const [sentTo, setSentTo] = useState('')
  if (sentTo) {
    return (
      <div className="account-form account-done" aria-live="polite">
        <p className="account-lead">Check your email.</p>
        <p>
          If <strong>{sentTo}</strong> has an account, we’ve sent a link to reset the password. It works for
          one hour. Didn’t get it? Check your spam folder, or{' '}
          <Button variant="link" onClick={() => setSentTo('')}>
            try again
          </Button>
          .
        </p>
        <a className="button button-quiet" href={urls.login()}>
          Back to sign in
        </a>
      </div>
    )
  }
  return <ResetRequest onSent={setSentTo} />
}

function ResetRequest({ onSent }: { onSent: (email: string) => void }) {
  const { form, field, idOf, formErrors, isBusy } = useForm({
    schema: resetPassword.body,
    send: async ({ email }) => {
      const answer = await requestPasswordReset(email)
      return answer.success ? { success: true, data: email } : answer
    },
    onDone: onSent,
  })
  return (
    <form {...form} className="account-form">
      <FormErrors formErrors={formErrors} idOf={idOf} />
      <SignInEmailField {...field('email')} />
      <Button type="submit" busy={isBusy}>
        {isBusy ? 'Sending…' : 'Send link'}
      </Button>
      <a href={urls.login()}>Back to sign in</a>
    </form>
  )
}
