import { useState } from 'react'
import * as z from 'zod/mini'
import { urls } from '#contracts/platform/urls.ts'
import { newPassword, PASSWORD_MIN_LENGTH } from '#model/people/accounts.ts'
import { undoEmailChange } from '#stores/account/account-mails.ts'
import { $linkToken, deleteLinkToken } from '#stores/account/link-token.ts'
import { Button } from '#ui/Button.tsx'
import { PasswordField } from '#ui/form/PasswordField.tsx'
import { useStore } from '#islands/platform/use-store.ts'
import { FormErrors } from '#islands/platform/FormErrors.tsx'
import { useForm } from '#islands/platform/use-form.ts'

const fields = z.object({ password: newPassword })

/** The page `/undo-email-change#token`. */
export function UndoEmailChange() {
  const token = useStore($linkToken, undefined)
  const [restored, setRestored] = useState<string>()
  const [isRefused, setRefused] = useState(false)
  const { form, field, idOf, formErrors, isBusy } = useForm({
    schema: fields,
    send: ({ password }) => undoEmailChange({ token: token ?? '', password }),
    onDone: ({ email }) => {
      deleteLinkToken()
      setRestored(email)
    },
    onRefusal: (code) => {
      if (code === 'LINK_INVALID') setRefused(true)
      return code === 'LINK_INVALID'
    },
  })
  if (restored !== undefined)
    return (
      <div className="account-form account-done" aria-live="polite">
        <p className="account-lead">
          Your account’s email address is <strong>{restored}</strong> again.
        </p>
        <p>
          Your account is signed out on all devices. All passkeys, the authenticator app and the recovery
          codes were removed. Sign in with your new password, then set them up again.
        </p>
        <a className="button" href={urls.login(urls.accountSecurity())}>
          Sign in
        </a>
      </div>
    )
  if (token === null || isRefused)
    return (
      <div className="account-form" role="alert">
        <p className="account-lead">
          {isRefused ? 'This link has expired or has already been used.' : 'This link is incomplete.'}
        </p>
        <p>The link in the email about your address change works once and expires after seven days.</p>
      </div>
    )
  return (
    <form {...form} className="account-form">
      <FormErrors formErrors={formErrors} idOf={idOf} />
      <PasswordField
        {...field('password')}
        label="New password"
        hint={`${PASSWORD_MIN_LENGTH} characters or more. You’ll be signed out on all devices, and all passkeys, the authenticator app and the recovery codes will be removed.`}
        autoComplete="new-password"
        required
      />
      <Button type="submit" busy={isBusy}>
        {isBusy ? 'Undoing…' : 'Undo change'}
      </Button>
    </form>
  )
}
