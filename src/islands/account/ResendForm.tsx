import { useState } from 'react'
import { resendVerification as resendContract } from '#contracts/account/sign-in.ts'
import { resendVerification } from '#stores/account/account-mails.ts'
import { Button } from '#ui/Button.tsx'
import { SignInEmailField } from '#islands/account/sign-in/SignInEmailField.tsx'
import { FormErrors } from '#islands/platform/FormErrors.tsx'
import { useForm } from '#islands/platform/use-form.ts'

export function ResendForm() {
  const [isSent, setSent] = useState(false)
  const { form, field, idOf, formErrors, isBusy } = useForm({
    schema: resendContract.body,
    send: ({ email }) => resendVerification(email),
    onDone: () => setSent(true),
  })
  if (isSent)
    return (
      <p aria-live="polite">
        If this address still needs to be verified, we’ve sent a new link. Check your email.
      </p>
    )
  return (
    <form {...form} className="account-form">
      <FormErrors formErrors={formErrors} idOf={idOf} />
      <SignInEmailField {...field('email')} />
      <Button type="submit" busy={isBusy}>
        {isBusy ? 'Sending…' : 'Send new link'}
      </Button>
    </form>
  )
}
