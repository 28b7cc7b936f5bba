import { useState } from 'react'
import * as z from 'zod/mini'
import { urls } from '#contracts/urls.ts'
import { newPassword, PASSWORD_MIN_LENGTH } from '#model/accounts.ts'
import { confirmPasswordReset } from '#stores/account-mails.ts'
import { $linkToken, dropLinkToken } from '#stores/link-token.ts'
import { Button } from '#ui/Button.tsx'
import { PasswordField } from '#ui/PasswordField.tsx'
import { useStore } from '#islands/use-store.ts'
import { FormComplaints } from './FormComplaints.tsx'
import { useForm } from './use-form.ts'

const fields = z.object({ password: newPassword })

/** `/reset-password#token`. */
export function ResetPassword() {
  const token = useStore($linkToken, undefined)
  const [isDone, setDone] = useState(false)
  if (isDone) return <Changed />
  if (token === null) return <NoLink title="This link is not complete." />
  return (
    <ResetForm
      token={token ?? ''}
      onDone={() => {
        dropLinkToken()
        setDone(true)
      }}
    />
  )
}

function ResetForm({ token, onDone }: { token: string; onDone: () => void }) {
  const [isRefused, setRefused] = useState(false)
  const { form, field, idOf, complaints, isBusy } = useForm({
    schema: fields,
    send: ({ password }) => confirmPasswordReset({ token, password }),
    onDone,
    onRefusal: (code) => {
      if (code === 'LINK_INVALID') setRefused(true)
      return code === 'LINK_INVALID'
    },
  })
  if (isRefused) return <NoLink title="This link has expired or was used already." />
  return (
    <form {...form} className="account-form">
      <FormComplaints complaints={complaints} idOf={idOf} />
      <PasswordField
        {...field('password')}
        label="New password"
        hint={`${PASSWORD_MIN_LENGTH} characters or more. You will be signed out everywhere else.`}
        autoComplete="new-password"
        required
      />
      <Button type="submit" busy={isBusy}>
        {isBusy ? 'Saving…' : 'Save the new password'}
      </Button>
    </form>
  )
}

function Changed() {
  return (
    <div className="account-form account-done" aria-live="polite">
      <p className="account-lead">Your new password is saved.</p>
      <p>Whoever was signed in to your account is signed out now. Sign in with the new password.</p>
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
      <p>A link works once, for one hour. Open it from the newest mail, or ask for another one.</p>
      <a className="button" href={urls.forgotPassword()}>
        Ask for a new link
      </a>
    </div>
  )
}
