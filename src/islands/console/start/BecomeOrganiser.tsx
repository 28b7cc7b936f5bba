import { useEffect, useState } from 'react'
import { goTo } from '#browser/platform/navigate.ts'
import { consoleUrls } from '#contracts/platform/console-urls.ts'
import { urls } from '#contracts/platform/urls.ts'
import type { Customer } from '#model/people/accounts.ts'
import type { RegistrationMode } from '#model/people/registration.ts'
import { useStore } from '#islands/platform/use-store.ts'
import { resendVerification } from '#stores/account/account-mails.ts'
import { storePathAfterVerification } from '#stores/account/after-verification.ts'
import { $auth, refreshAuth, type AuthState } from '#stores/account/customer.ts'
import { registration } from '#stores/console/start.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { LoadFailed } from '#ui/loading/LoadFailed.tsx'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'
import { AccountSkeleton } from '#islands/platform/AccountSkeleton.tsx'
import { useAccount } from '#islands/account/use-account.ts'
import { PromoterForm } from './PromoterForm.tsx'

const WAITING = <AccountSkeleton label="One moment…" blocks={2} />

const UNKNOWN: AuthState = { customer: undefined, isAuthenticated: false, isLoading: true, error: undefined }

/**
 * The page `/promoter/start`, where an account becomes an organiser. Signed-out visitors sign in or register first, unless registration is
 * closed.
 */
export function BecomeOrganiser({ mode }: { mode: RegistrationMode }) {
  const { isAuthenticated, isLoading } = useStore($auth, UNKNOWN)
  const isRefused = mode === 'closed' || mode === 'invitation'
  if (isRefused && !isAuthenticated && !isLoading)
    return (
      <div className="start">
        <Refused code={mode === 'closed' ? 'REGISTRATION_CLOSED' : 'INVITATION_REQUIRED'} isSignedOut />
      </div>
    )
  return <Admitted />
}

function Admitted() {
  const customer = useAccount()
  const { data, error } = useStore(registration.$store, LOADING)
  if (!customer) return WAITING
  if (error !== undefined && !data)
    return <LoadFailed what="This page" why={error} onRetry={() => void registration.load()} />
  if (!data) return WAITING
  if (data === 'INVITATION_REQUIRED' || data === 'REGISTRATION_CLOSED')
    return (
      <div className="start">
        <Refused code={data} email={customer.email} />
        {!customer.isEmailVerified && data === 'INVITATION_REQUIRED' && <Unconfirmed customer={customer} />}
      </div>
    )
  return <Opening customer={customer} isReviewed={data === 'pending'} />
}

function Opening({ customer, isReviewed }: { customer: Customer; isReviewed: boolean }) {
  return (
    <div className="start">
      <p className="lead">
        Enter your organiser name, web address, country and currency to{' '}
        {isReviewed ? 'ask to join' : 'put your storefront online'}. Then create your first event and publish
        it when you’re ready.
      </p>
      {isReviewed && (
        <Notice title="We review new organisers">
          <p>
            You can prepare everything at once. Publishing is possible when we’ve approved you; we’ll email
            you.
          </p>
        </Notice>
      )}
      {customer.isEmailVerified ? (
        <PromoterForm isReviewed={isReviewed} onOpened={() => goTo(consoleUrls.newEvent())} />
      ) : (
        <Unconfirmed customer={customer} />
      )}
    </div>
  )
}

function Refused({
  code,
  email,
  isSignedOut = false,
}: {
  code: 'INVITATION_REQUIRED' | 'REGISTRATION_CLOSED'
  email?: string
  isSignedOut?: boolean
}) {
  if (code === 'REGISTRATION_CLOSED')
    return (
      <Notice title="New organisers can’t join at the moment">
        <p>If you work for an organiser, ask its owner to invite you to the team.</p>
      </Notice>
    )
  return (
    <Notice title="New organisers join by invitation">
      {isSignedOut ? (
        <>
          <p>If you’re invited, sign in with the email address that the invitation was sent to.</p>
          <div className="notice-actions">
            <a className="button" href={urls.login(consoleUrls.start())}>
              Sign in
            </a>
            <a className="button button-quiet" href={urls.register(consoleUrls.start())}>
              Create account
            </a>
          </div>
        </>
      ) : (
        <p>
          There’s no invitation for <strong>{email}</strong>. Ask the people who run this site for one, or
          sign in with the address that yours was sent to.
        </p>
      )}
    </Notice>
  )
}

function Unconfirmed({ customer }: { customer: Customer }) {
  const [said, say] = useState('')
  const [isBusy, setBusy] = useState(false)
  useEffect(() => storePathAfterVerification(consoleUrls.start()), [])
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
