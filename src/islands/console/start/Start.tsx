import { useEffect, useState } from 'react'
import { goTo } from '#browser/platform/navigate.ts'
import { consoleUrls } from '#contracts/platform/console-urls.ts'
import type { Customer } from '#model/people/accounts.ts'
import { resendVerification } from '#stores/account/account-mails.ts'
import { keepAfterVerification } from '#stores/account/after-verification.ts'
import { refreshAuth } from '#stores/account/customer.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'
import { AccountSkeleton } from '#islands/platform/AccountSkeleton.tsx'
import { useAccount } from '#islands/account/use-account.ts'
import { PromoterForm } from './PromoterForm.tsx'

const WAITING = <AccountSkeleton label="One moment…" blocks={2} />

/** The page `/promoter/start`: an account opens a promoter. Signed-out visitors sign in or register first. */
export function Start() {
  const customer = useAccount()
  if (!customer) return WAITING
  return (
    <div className="start">
      <p className="lead">
        Enter your organiser name, web address, country and currency to put your storefront online. Then
        create your first event and publish it when you’re ready.
      </p>
      {customer.isEmailVerified ? (
        <PromoterForm onOpened={() => goTo(consoleUrls.newEvent())} />
      ) : (
        <Unconfirmed customer={customer} />
      )}
    </div>
  )
}

function Unconfirmed({ customer }: { customer: Customer }) {
  const [said, say] = useState('')
  const [isBusy, setBusy] = useState(false)
  useEffect(() => keepAfterVerification(consoleUrls.start()), [])
  const act = async (work: () => Promise<string>): Promise<void> => {
    setBusy(true)
    say(await work())
    setBusy(false)
  }
  const look = async (): Promise<string> => {
    await refreshAuth()
    return 'Not verified yet. Use the link in our latest email.'
  }
  const send = async (): Promise<string> => {
    const answer = await resendVerification(customer.email)
    return answer.success ? `Sent again to ${customer.email}.` : answer.error.message
  }
  return (
    <Notice tone="warning" title="Verify your email address first">
      <p>
        We’ve sent an email to <strong>{customer.email}</strong>. Follow the link in it, then continue here.
      </p>
      <div className="notice-actions">
        <Button busy={isBusy} onClick={() => void act(look)}>
          I’ve verified it
        </Button>
        <Button variant="quiet" busy={isBusy} onClick={() => void act(send)}>
          Resend email
        </Button>
      </div>
      <p aria-live="polite">{said}</p>
    </Notice>
  )
}
