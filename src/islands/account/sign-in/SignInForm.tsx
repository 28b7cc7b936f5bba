import { useState } from 'react'
import { canUsePasskeys } from '#browser/account/passkeys.ts'
import { login as loginContract } from '#contracts/account/sign-in.ts'
import { urls } from '#contracts/platform/urls.ts'
import type { Customer } from '#model/people/accounts.ts'
import { login, loginWithPasskey } from '#stores/account/sign-in.ts'
import { Button } from '#ui/Button.tsx'
import { PasswordField } from '#ui/form/PasswordField.tsx'
import { useIsLive } from '#ui/loading/use-is-live.ts'
import { CodeField } from './CodeField.tsx'
import { SignInEmailField } from './SignInEmailField.tsx'
import { FormErrors } from '#islands/platform/FormErrors.tsx'
import { useForm } from '#islands/platform/use-form.ts'

/** Form to sign in with a passkey, or with email and password and the account's second factor, if any. */
export function SignInForm({ onDone }: { onDone?: (customer: Customer) => void }) {
  const [needsCode, askForCode] = useState(false)
  const { form, field, idOf, formErrors, isBusy } = useForm({
    schema: loginContract.body,
    send: login,
    onDone: (customer) => onDone?.(customer),
    fieldOf: { SECOND_FACTOR_WRONG: 'code' },
    onRefusal: (code) => {
      if (code === 'SECOND_FACTOR_REQUIRED') askForCode(true)
      return code === 'SECOND_FACTOR_REQUIRED'
    },
  })
  return (
    <>
      <form {...form} className="account-form">
        <FormErrors formErrors={formErrors} idOf={idOf} />
        {/* Remains in the form, so that password managers store both fields together. */}
        <div className="account-form" hidden={needsCode}>
          <SignInEmailField {...field('email')} />
          <PasswordField {...field('password')} label="Password" autoComplete="current-password" required />
        </div>
        {needsCode && <CodeField {...field('code')} />}
        <Button type="submit" busy={isBusy}>
          {isBusy ? 'Signing in…' : 'Sign in'}
        </Button>
        {needsCode ? (
          <Button variant="link" onClick={() => askForCode(false)}>
            Back to email and password
          </Button>
        ) : (
          <a href={urls.forgotPassword()}>Forgot your password?</a>
        )}
      </form>
      {!needsCode && <PasskeyButton {...(onDone ? { onDone } : {})} />}
    </>
  )
}

function PasskeyButton({ onDone }: { onDone?: (customer: Customer) => void }) {
  const isLive = useIsLive()
  const [isBusy, setBusy] = useState(false)
  const [refusal, refuse] = useState('')
  const press = async (): Promise<void> => {
    setBusy(true)
    refuse('')
    const answer = await loginWithPasskey()
    setBusy(false)
    if (answer.success) onDone?.(answer.data)
    else refuse(answer.error.message)
  }
  // Renders nothing if the browser doesn't support passkeys. Until this is known, the button's space is reserved.
  if (isLive && !canUsePasskeys()) return null
  return (
    <div className="account-or">
      <p>or</p>
      <Button variant="quiet" busy={isBusy} onClick={() => void press()}>
        Sign in with a passkey
      </Button>
      <p className="field-error" aria-live="polite">
        {refusal}
      </p>
    </div>
  )
}
