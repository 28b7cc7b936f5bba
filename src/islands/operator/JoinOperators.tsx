import { useEffect, useState } from 'react'
import { moveLinkTokenToHistory } from '#browser/account/link-token.ts'
import { operatorUrls } from '#contracts/platform/operator-urls.ts'
import { urls } from '#contracts/platform/urls.ts'
import { $auth, type AuthState } from '#stores/account/customer.ts'
import { becomeOperator } from '#stores/operator/operator.ts'
import { useStore } from '#islands/platform/use-store.ts'
import { RegisterForm } from '#islands/account/sign-in/Register.tsx'
import { SignInForm } from '#islands/account/sign-in/SignInForm.tsx'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'

const UNKNOWN: AuthState = { customer: undefined, isAuthenticated: false, isLoading: true, error: undefined }

/** The page `/operator/join#token`, on which an account becomes the first operator. Signed-out users sign in or register on it. */
export function JoinOperators() {
  const [token, setToken] = useState<string | null>()
  const { customer, isLoading } = useStore($auth, UNKNOWN)
  // The form must stay mounted during sign-in, which also sets the loading state.
  const [isKnown, setKnown] = useState(false)
  if (!isLoading && !isKnown) setKnown(true)
  useEffect(() => {
    void open().then(setToken)
  }, [])
  if (token === undefined || (isLoading && !isKnown)) return <p aria-live="polite">One moment…</p>
  if (token === null)
    return (
      <div className="account-form">
        <p className="account-lead">Open the link that the server printed when it started.</p>
        <p>It works once, for 24 hours. Restart the server for a new one.</p>
      </div>
    )
  return (
    <div className="account-form">
      <p className="account-lead">
        Operators run this site: they see every promoter and decide who may sell here.
      </p>
      {customer ? <Accept token={token} email={customer.email} /> : <Enter />}
    </div>
  )
}

/** Returns the link's token; null if the page was opened without one. */
const open = async (): Promise<string | null> => moveLinkTokenToHistory() ?? null

function Enter() {
  const [hasAccount, setHasAccount] = useState(false)
  return (
    <>
      <Button variant="link" onClick={() => setHasAccount(!hasAccount)}>
        {hasAccount ? 'I don’t have an account' : 'I have an account'}
      </Button>
      {hasAccount ? <SignInForm /> : <RegisterForm onDone={() => undefined} />}
    </>
  )
}

function Accept({ token, email }: { token: string; email: string }) {
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<{ code: string; message: string }>()
  const accept = async (): Promise<void> => {
    setBusy(true)
    const answer = await becomeOperator(token)
    if (answer.success) return window.location.assign(operatorUrls.overview())
    setBusy(false)
    setRefusal(answer.error)
  }
  return (
    <>
      <p>
        You’re signed in as <strong>{email}</strong>.
      </p>
      {refusal?.code === 'SECOND_FACTOR_NEEDED' ? (
        <Notice tone="warning" urgent title="Operators need two-factor authentication">
          <p>
            Add a passkey or an authenticator app in a new tab, then continue here. If you already have one,
            sign out and sign in with it.
          </p>
          <p>
            <a href={urls.accountSecurity()} target="_blank" rel="noopener">
              Open Security
            </a>
          </p>
        </Notice>
      ) : (
        <p className="field-error" role="alert">
          {refusal?.message}
        </p>
      )}
      <Button busy={isBusy} onClick={() => void accept()}>
        {isBusy ? 'One moment…' : 'Become the operator'}
      </Button>
    </>
  )
}
