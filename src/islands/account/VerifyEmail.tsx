import { useEffect, useState } from 'react'
import { forgetLinkToken, takeLinkToken } from '#browser/link-token.ts'
import { urls } from '#contracts/urls.ts'
import { verifyEmail } from '#stores/account-mails.ts'
import { $authStatus } from '#stores/customer.ts'
import { Button } from '#ui/Button.tsx'
import { useStore } from '#islands/use-store.ts'
import { ResendForm } from './ResendForm.tsx'

type Outcome =
  | { stage: 'asking' }
  | { stage: 'done'; email: string }
  | { stage: 'no link' }
  | { stage: 'refused' | 'failed'; message: string }

/** `/verify-email#token`: the link is used as soon as it is opened. */
export function VerifyEmail() {
  const [outcome, setOutcome] = useState<Outcome>({ stage: 'asking' })
  const [round, again] = useState(0)
  useEffect(() => {
    void followLink().then(setOutcome)
  }, [round])
  if (outcome.stage === 'asking') return <p aria-live="polite">Confirming your e-mail address…</p>
  if (outcome.stage === 'done') return <Confirmed email={outcome.email} />
  if (outcome.stage === 'failed')
    return (
      <div className="account-form" role="alert">
        <p className="account-lead">We could not confirm your address yet.</p>
        <p>{outcome.message} Your link is still good.</p>
        <Button
          onClick={() => {
            setOutcome({ stage: 'asking' })
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
        {outcome.stage === 'refused' ? outcome.message : 'Open the link in the mail that we sent you.'}
      </p>
      <p>Links work once, for three days. Enter your address and we send you a new one.</p>
      <ResendForm />
    </div>
  )
}

async function followLink(): Promise<Outcome> {
  const token = takeLinkToken()
  if (!token) return { stage: 'no link' }
  const answer = await verifyEmail(token)
  if (answer.success) {
    forgetLinkToken()
    return { stage: 'done', email: answer.data.email }
  }
  const { code, message } = answer.error
  if (code !== 'LINK_INVALID') return { stage: 'failed', message }
  forgetLinkToken()
  return { stage: 'refused', message: 'This link has expired or was used already.' }
}

function Confirmed({ email }: { email: string }) {
  const status = useStore($authStatus, 'loading')
  return (
    <div className="account-form account-done" aria-live="polite">
      <p className="account-lead">Thank you: your address is confirmed.</p>
      <p>
        Orders that were placed with <strong>{email}</strong> are in your account now.
      </p>
      {status === 'signed in' ? (
        <a className="button" href={urls.accountOrders()}>
          See your orders
        </a>
      ) : (
        <a className="button" href={urls.login(urls.accountOrders())}>
          Sign in
        </a>
      )}
    </div>
  )
}
