import { useState } from 'react'
import * as z from 'zod/mini'
import { urls } from '#contracts/platform/urls.ts'
import { newPassword, PASSWORD_MIN_LENGTH } from '#model/people/accounts.ts'
import { confirmPasswordReset } from '#stores/account/account-mails.ts'
import { $linkToken, deleteLinkToken } from '#stores/account/link-token.ts'
import { Button } from '#ui/Button.tsx'
import { PasswordField } from '#ui/form/PasswordField.tsx'
import { useStore } from '#islands/platform/use-store.ts'
import { FormErrors } from '#islands/platform/FormErrors.tsx'
import { useForm } from '#islands/platform/use-form.ts'

const fields = z.object({ password: newPassword })

/** The page `/reset-password#token`. */
export function ResetPassword() {
  const token = useStore($linkToken, undefined)
  const [isDone, setDone] = useState(false)
  if (isDone) return <Changed />
  if (token === null) return <NoLink title="This link is incomplete." />
  return (
    <ResetForm
      token={token ?? ''}
      onDone={() => {
        deleteLinkToken()
        setDone(true)
      }}
    />
  )
}

function ResetForm({ token, onDone }: { token: string; onDone: () => void }) {
  const [isRefused, setRefused] = useState(false)
  const { form, field, idOf, formErrors, isBusy } = useForm({
    schema: fields,
    send: ({ password }) => confirmPasswordReset({ token, password }),
    onDone,
    onRefusal: (code) => {
      if (code === 'LINK_INVALID') setRefused(true)
      return code === 'LINK_INVALID'
    },
  })
  if (isRefused) return <NoLink title="This link has expired or has already been used." />
  return (
    <form {...form} className="account-form">
      <FormErrors formErrors={formErrors} idOf={idOf} />
      <PasswordField
        {...field('password')}
        label="New password"
        hint={`${PASSWORD_MIN_LENGTH} characters or more. You’ll be signed out on all other devices.`}
        autoComplete="new-password"
        required
      />
      <Button type="submit" busy={isBusy}>
        {isBusy ? 'Saving…' : 'Save new password'}
      </Button>
    </form>
  )
}

function Changed() {
  return (
    <div className="account-form account-done" aria-live="polite">
      <p className="account-lead">Your password has been changed.</p>
      <p>You’ve been signed out on all devices. Sign in with your new password.</p>
      <a className="button" href={urls.login()}>
        Sign in
      </a>
    </div>
  )
}

function NoLink({ title }: { title: string }) {
  return (
    <div className="account-form" role="alert">
      <p className="account-lead">{title}</p>
      <p>Links work once and expire after an hour. Use the link in the latest email, or request a new one.</p>
      <a className="button" href={urls.forgotPassword()}>
        Request a new link
      </a>
    </div>
  )
}
