import { useState } from 'react'
import { urls } from '#contracts/platform/urls.ts'
import { useStore } from '#islands/platform/use-store.ts'
import { keepSecondFactors } from '#stores/account/account-mails.ts'
import { $linkToken, deleteLinkToken } from '#stores/account/link-token.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'

type State = 'open' | 'busy' | 'kept' | 'refused'

/** The page `/keep-second-factors#token`, opened by a link in an email. It cancels the removal of the account's second factors. */
export function KeepSecondFactors() {
  const token = useStore($linkToken, undefined)
  const [state, setState] = useState<State>('open')
  const [failure, setFailure] = useState<string>()
  const keep = async (): Promise<void> => {
    setState('busy')
    setFailure(undefined)
    const answer = await keepSecondFactors(token ?? '')
    if (answer.success) {
      deleteLinkToken()
      return setState('kept')
    }
    if (answer.error.code === 'LINK_INVALID') return setState('refused')
    setState('open')
    setFailure(answer.error.message)
  }
  if (state === 'kept')
    return (
      <div className="account-form account-done" aria-live="polite">
        <p className="account-lead">Two-factor authentication was kept.</p>
        <p>If you didn’t ask for its removal, someone may know your password. Choose a new one.</p>
        <a className="button" href={urls.forgotPassword()}>
          Choose a new password
        </a>
      </div>
    )
  if (token === null || state === 'refused')
    return (
      <div className="account-form" role="alert">
        <p className="account-lead">
          {state === 'refused'
            ? 'This link has expired or has already been used.'
            : 'This link is incomplete.'}
        </p>
        <p>
          If two-factor authentication was removed from your account, sign in with your password and set it up
          again.
        </p>
      </div>
    )
  return (
    <div className="account-form">
      {failure !== undefined && <Notice tone="danger" title={failure} urgent />}
      <p>
        Someone asked to remove two-factor authentication (passkeys or the authenticator app) from your
        account. If this wasn’t you, keep it.
      </p>
      <Button busy={state === 'busy'} onClick={() => void keep()}>
        {state === 'busy' ? 'Cancelling…' : 'Keep two-factor authentication'}
      </Button>
    </div>
  )
}
