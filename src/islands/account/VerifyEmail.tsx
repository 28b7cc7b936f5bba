import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { deleteLinkTokenFromHistory, moveLinkTokenToHistory } from '#browser/account/link-token.ts'
import type { AccountToVerify } from '#contracts/account/sign-in.ts'
import { urls } from '#contracts/platform/urls.ts'
import { enteredPassword } from '#model/people/accounts.ts'
import { readVerification, verifyEmail } from '#stores/account/account-mails.ts'
import { consumePathAfterVerification } from '#stores/account/after-verification.ts'
import { $authStatus, $customer } from '#stores/account/customer.ts'
import { Button } from '#ui/Button.tsx'
import { PasswordField } from '#ui/form/PasswordField.tsx'
import { formatDateTime } from '#ui/format/format-dates.ts'
import { useStore } from '#islands/platform/use-store.ts'
import { FormErrors } from '#islands/platform/FormErrors.tsx'
import { ResendForm } from './ResendForm.tsx'
import { useForm } from '#islands/platform/use-form.ts'

type Stage =
  | { stage: 'reading' }
  | { stage: 'open'; token: string; account: AccountToVerify }
  | { stage: 'done'; email: string }
  | { stage: 'no link' }
  | { stage: 'refused' | 'failed'; message: string }

const REFUSED: Stage = { stage: 'refused', message: 'This link has expired or has already been used.' }

/** The page `/verify-email#token`. It shows the account to verify; the token is only used by the button. */
export function VerifyEmail() {
  const [shown, show] = useState<Stage>({ stage: 'reading' })
  const [round, again] = useState(0)
  const customer = useStore($customer, undefined)
  useEffect(() => {
    void readLink().then(show)
  }, [round])
  if (shown.stage === 'reading') return <p aria-live="polite">Opening the link…</p>
  if (shown.stage === 'done') return <Confirmed email={shown.email} />
  if (shown.stage === 'open')
    return (
      <ConfirmForm
        {...shown}
        onDone={(email) => show({ stage: 'done', email })}
        onRefused={() => show(REFUSED)}
      />
    )
  if (shown.stage === 'failed')
    return (
      <div className="account-form" role="alert">
        <p className="account-lead">We couldn’t open your link.</p>
        <p>{shown.message} Your link is still valid.</p>
        <Button
          onClick={() => {
            show({ stage: 'reading' })
            again(round + 1)
          }}
        >
          Try again
        </Button>
      </div>
    )
  return (
    <div className="account-form">
      <p className="account-lead">
        {shown.stage === 'refused' ? shown.message : 'Open the link in the email we sent you.'}
      </p>
      {customer?.isEmailVerified ? (
        <p>
          Your email <strong>{customer.email}</strong> is verified.{' '}
          <a href={urls.accountOrders()}>See your orders</a>
        </p>
      ) : (
        <>
          <p>Links work once and expire after three days. Enter your email to get a new one.</p>
          <ResendForm />
        </>
      )}
    </div>
  )
}

async function readLink(): Promise<Stage> {
  const token = moveLinkTokenToHistory()
  if (!token) return { stage: 'no link' }
  const answer = await readVerification(token)
  if (answer.success) return { stage: 'open', token, account: answer.data.account }
  const { code, message } = answer.error
  if (code !== 'LINK_INVALID') return { stage: 'failed', message }
  deleteLinkTokenFromHistory()
  return REFUSED
}

const withPassword = z.object({ password: enteredPassword })

/**
 * Asks for the account's password unless the user is signed in, because the person who reads the email may not be the one who registered.
 */
function ConfirmForm({
  token,
  account,
  onDone,
  onRefused,
}: {
  token: string
  account: AccountToVerify
  onDone: (email: string) => void
  onRefused: () => void
}) {
  const [isOwn, setOwn] = useState(account.isOwn)
  const { form, field, idOf, formErrors, isBusy } = useForm<{ password?: string }, { email: string }>({
    schema: isOwn ? z.object({}) : withPassword,
    send: (entered) => verifyEmail({ token, ...entered }),
    onDone: ({ email }) => {
      deleteLinkTokenFromHistory()
      onDone(email)
    },
    fieldOf: { PASSWORD_WRONG: 'password' },
    onRefusal: (code) => {
      // The user was signed out after opening the page.
      if (code === 'PASSWORD_REQUIRED') setOwn(false)
      if (code !== 'LINK_INVALID') return false
      deleteLinkTokenFromHistory()
      onRefused()
      return true
    },
  })
  return (
    <form {...form} className="account-form">
      <p className="account-lead">
        Verify <strong>{account.email}</strong> for this account?
      </p>
      <AccountFacts account={account} />
      <FormErrors formErrors={formErrors} idOf={idOf} />
      {!isOwn && (
        <PasswordField
          {...field('password')}
          label="Password"
          hint="Enter this account’s password. You’re not signed in to it in this browser."
          autoComplete="current-password"
          required
        />
      )}
      <Button type="submit" busy={isBusy}>
        {isBusy ? 'Verifying…' : 'Verify email'}
      </Button>
      {!isOwn && (
        <p>
          Didn’t create this account? Don’t verify it, because it would get access to orders placed with your
          address. If you want an account, <a href={urls.forgotPassword()}>reset the password</a> instead.
        </p>
      )}
    </form>
  )
}

/** Name, time and device of the registration. They help readers notice that someone else registered. */
function AccountFacts({ account }: { account: AccountToVerify }) {
  const { firstName, registeredAt, device } = account
  return (
    <dl className="account-to-confirm">
      {firstName && (
        <>
          <dt>Name</dt>
          <dd>{firstName}</dd>
        </>
      )}
      <dt>Registered</dt>
      <dd>
        {formatDateTime(registeredAt)}
        {device && `, ${device}`}
      </dd>
    </dl>
  )
}

function Confirmed({ email }: { email: string }) {
  const status = useStore($authStatus, 'loading')
  const [next] = useState(consumePathAfterVerification)
  return (
    <div className="account-form account-done" aria-live="polite">
      <p className="account-lead">Your email is verified.</p>
      <p>
        Orders placed with <strong>{email}</strong> are now in your account.
      </p>
      {status === 'signed in' ? (
        <a className="button" href={next ?? urls.accountOrders()}>
          {next ? 'Continue' : 'See your orders'}
        </a>
      ) : (
        <a className="button" href={urls.login(next ?? urls.accountOrders())}>
          {next ? 'Sign in and continue' : 'Sign in'}
        </a>
      )}
    </div>
  )
}
