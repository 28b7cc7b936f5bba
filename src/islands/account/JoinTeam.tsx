import { useEffect, useState } from 'react'
import { moveLinkTokenToHistory } from '#browser/account/link-token.ts'
import { consoleUrls } from '#contracts/platform/console-urls.ts'
import type { InvitationView } from '#contracts/account/invitations.ts'
import { portalUrls } from '#contracts/platform/portal-urls.ts'
import { ROLE_LABELS, type MemberRole } from '#model/people/members.ts'
import { $auth, type AuthState } from '#stores/account/customer.ts'
import { joinPromoter, readInvitation } from '#stores/account/invitation.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'
import { useStore } from '#islands/platform/use-store.ts'
import { RegisterForm } from '#islands/account/sign-in/Register.tsx'
import { RefreshNotice } from '#islands/account/sign-in/RefreshNotice.tsx'
import { SignInForm } from '#islands/account/sign-in/SignInForm.tsx'
import { SignOutButton } from '#islands/account/sign-in/SignOutButton.tsx'

type Opened =
  | { stage: 'reading' }
  | { stage: 'no link' }
  | { stage: 'failed'; message: string; mayRetry: boolean }
  | { stage: 'open'; token: string; invitation: InvitationView }

/** The page `/join#token`, which accepts an invitation to a promoter's team. Signed-out users sign in or register on it. */
export function JoinTeam() {
  const [opened, setOpened] = useState<Opened>({ stage: 'reading' })
  const [round, again] = useState(0)
  useEffect(() => {
    void open().then(setOpened)
  }, [round])
  if (opened.stage === 'reading') return <p aria-live="polite">Opening the invitation…</p>
  if (opened.stage === 'open') return <OpenInvitation {...opened} />
  return (
    <div className="account-form" role={opened.stage === 'failed' ? 'alert' : undefined}>
      <p className="account-lead">
        {opened.stage === 'failed' ? opened.message : 'Open the link in the invitation email.'}
      </p>
      {opened.stage === 'failed' && opened.mayRetry ? (
        <Button onClick={() => again(round + 1)}>Try again</Button>
      ) : (
        <p>
          Invitations work once and expire after a week. Ask the person who invited you to send a new one.
        </p>
      )}
    </div>
  )
}

async function open(): Promise<Opened> {
  const token = moveLinkTokenToHistory()
  if (!token) return { stage: 'no link' }
  const answer = await readInvitation(token)
  if (answer.success) return { stage: 'open', token, invitation: answer.data.invitation }
  const { code } = answer.error
  if (code === 'LINK_INVALID')
    return {
      stage: 'failed',
      message: 'This invitation has expired, or was already used or cancelled.',
      mayRetry: false,
    }
  return { stage: 'failed', message: answer.error.message, mayRetry: true }
}

const UNKNOWN: AuthState = { customer: undefined, isAuthenticated: false, isLoading: true, error: undefined }

function OpenInvitation({ token, invitation }: { token: string; invitation: InvitationView }) {
  const { customer, isLoading } = useStore($auth, UNKNOWN)
  // The form must stay mounted during sign-in, which also sets the loading state.
  const [isKnown, setKnown] = useState(false)
  if (!isLoading && !isKnown) setKnown(true)
  const [joined, setJoined] = useState<MemberRole>()
  const { promoterName, role, email } = invitation
  if (joined) return <Joined promoterName={promoterName} role={joined} />
  return (
    <div className="account-form">
      <p className="account-lead">
        {promoterName} has invited you to join their team. You’ll be able to {ROLE_LABELS[role].does}.
      </p>
      {isLoading && !isKnown ? (
        <p aria-live="polite">One moment…</p>
      ) : customer?.email === email ? (
        <Accept token={token} invitation={invitation} onJoined={setJoined} />
      ) : customer ? (
        <WrongAccount has={customer.email} needs={email} />
      ) : (
        <Enter email={email} />
      )}
    </div>
  )
}

function Enter({ email }: { email: string }) {
  const [isNew, setNew] = useState(false)
  return (
    <>
      <p>
        The invitation is for <strong>{email}</strong>.{' '}
        {isNew ? 'Create an account with this address.' : 'Sign in with this address.'}
      </p>
      <Button variant="link" onClick={() => setNew(!isNew)}>
        {isNew ? 'I have an account' : 'I don’t have an account'}
      </Button>
      <RefreshNotice />
      {isNew ? <RegisterForm email={email} onDone={() => undefined} /> : <SignInForm />}
    </>
  )
}

function WrongAccount({ has, needs }: { has: string; needs: string }) {
  return (
    <Notice tone="warning" title="This invitation is for another address">
      <p>
        It was sent to <strong>{needs}</strong>, but you’re signed in as <strong>{has}</strong>. Sign out,
        then open the link in the email again.
      </p>
      <div className="notice-actions">
        <SignOutButton />
      </div>
    </Notice>
  )
}

function Accept({
  token,
  invitation,
  onJoined,
}: {
  token: string
  invitation: InvitationView
  onJoined: (role: MemberRole) => void
}) {
  const [isBusy, setBusy] = useState(false)
  const [refusal, refuse] = useState('')
  const accept = async (): Promise<void> => {
    setBusy(true)
    const answer = await joinPromoter(token)
    setBusy(false)
    if (answer.success) return onJoined(answer.data.role)
    refuse(answer.error.message)
  }
  return (
    <>
      <p>
        You’re signed in as <strong>{invitation.email}</strong>.
      </p>
      <p className="field-error" role="alert">
        {refusal}
      </p>
      <Button busy={isBusy} onClick={() => void accept()}>
        {isBusy ? 'Joining…' : `Join ${invitation.promoterName}`}
      </Button>
    </>
  )
}

function Joined({ promoterName, role }: { promoterName: string; role: MemberRole }) {
  const manages = role === 'owner' || role === 'manager'
  return (
    <div className="account-form account-done" aria-live="polite">
      <p className="account-lead">You’ve joined {promoterName}.</p>
      <p>You can {ROLE_LABELS[role].does}.</p>
      <a className="button" href={manages ? consoleUrls.overview() : portalUrls.overview()}>
        {manages ? 'Open the console' : 'Open the staff portal'}
      </a>
    </div>
  )
}
