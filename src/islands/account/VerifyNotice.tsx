import { useState } from 'react'
import { resendVerification } from '#stores/account/account-mails.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'

/** Asks the user to verify the email address. Until then, guest orders with this address aren't linked to the account. */
export function VerifyNotice({ email }: { email: string }) {
  const [said, say] = useState('')
  const [isBusy, setBusy] = useState(false)
  const resend = async (): Promise<void> => {
    setBusy(true)
    const answer = await resendVerification(email)
    setBusy(false)
    say(answer.success ? 'We’ve sent a new link.' : answer.error.message)
  }
  return (
    <Notice tone="warning" title="Verify your email address">
      <p>
        Open the link we sent to <strong>{email}</strong>. After that, orders placed with it appear here.
      </p>
      <div className="notice-actions">
        <Button variant="quiet" busy={isBusy} onClick={() => void resend()}>
          Send the link again
        </Button>
      </div>
      <p aria-live="polite">{said}</p>
    </Notice>
  )
}
