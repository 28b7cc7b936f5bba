import { useEffect, useState } from 'react'
import { goTo } from '#browser/platform/navigate.ts'
import { readNextPath } from '#browser/account/next-path.ts'
import { urls } from '#contracts/platform/urls.ts'
import { PASSWORD_MIN_LENGTH, registration, type Customer } from '#model/people/accounts.ts'
import { storePathAfterVerification } from '#stores/account/after-verification.ts'
import { $authStatus } from '#stores/account/customer.ts'
import { register } from '#stores/account/sign-in.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/form/Field.tsx'
import { PasswordField } from '#ui/form/PasswordField.tsx'
import { useStore } from '#islands/platform/use-store.ts'
import { SignInEmailField } from './SignInEmailField.tsx'
import { FormErrors } from '#islands/platform/FormErrors.tsx'
import { useForm } from '#islands/platform/use-form.ts'

/** The page `/register`. Redirects users who are signed in. */
export function Register() {
  const status = useStore($authStatus, 'loading')
  const [registered, setRegistered] = useState<Customer>()
  const [isSending, setSending] = useState(false)
  const isElsewhere = status === 'signed in' && !registered && !isSending
  useEffect(() => {
    if (isElsewhere) goTo(readNextPath(window.location.search, urls.account()))
  }, [isElsewhere])
  if (registered) return <CheckYourMail customer={registered} />
  const keepGoing = (customer: Customer): void => {
    const next = readNextPath(window.location.search, '')
    if (next) storePathAfterVerification(next)
    setRegistered(customer)
  }
  return <RegisterForm onSending={setSending} onDone={keepGoing} />
}

/** Form to register. `email`: initial value of the email field. */
export function RegisterForm({
  email,
  onSending,
  onDone,
}: {
  email?: string
  onSending?: (isSending: boolean) => void
  onDone: (customer: Customer) => void
}) {
  const { form, field, idOf, formErrors, isBusy } = useForm({
    schema: registration,
    send: async (values) => {
      onSending?.(true)
      const answer = await register(values)
      if (!answer.success) onSending?.(false)
      return answer
    },
    onDone,
  })
  return (
    <form {...form} className="account-form">
      <FormErrors formErrors={formErrors} idOf={idOf} />
      <div className="field-pair">
        <Field {...field('firstName')} label="First name" autoComplete="given-name" required />
        <Field {...field('lastName')} label="Last name" autoComplete="family-name" required />
      </div>
      <SignInEmailField {...field('email')} {...(email === undefined ? {} : { defaultValue: email })} />
      <Field {...field('phone')} label="Phone (optional)" type="tel" inputMode="tel" autoComplete="tel" />
      <PasswordField
        {...field('password')}
        label="Password"
        hint={`${PASSWORD_MIN_LENGTH} characters or more. A few unrelated words work best.`}
        autoComplete="new-password"
        required
      />
      <Button type="submit" busy={isBusy}>
        {isBusy ? 'Creating your account…' : 'Create account'}
      </Button>
    </form>
  )
}

function CheckYourMail({ customer }: { customer: Customer }) {
  return (
    <div className="account-form account-done" aria-live="polite">
      <p className="account-lead">You’re in, {customer.firstName}. Now check your email.</p>
      <p>
        We’ve sent an email to <strong>{customer.email}</strong>. Open the link in it, and orders that you
        placed with this address appear in your account.
      </p>
      <a className="button" href={readNextPath(window.location.search, urls.account())}>
        Continue
      </a>
    </div>
  )
}
