import { useState } from 'react'
import type { SecurityState } from '#contracts/account/second-factors.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { $security, loadSecurity, removeAuthenticator, renewRecoveryCodes } from '#stores/account/security.ts'
import { Button } from '#ui/Button.tsx'
import { useStore } from '#islands/platform/use-store.ts'
import { AuthenticatorSetup } from './AuthenticatorSetup.tsx'
import { Loading } from '#ui/loading/Loading.tsx'
import { PasswordPrompt } from './PasswordPrompt.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'

export function AuthenticatorSection() {
  const { data, error } = useStore($security, LOADING)
  const [codes, showCodes] = useState<readonly string[]>()
  return (
    <section className="account-section" aria-labelledby="authenticator">
      <h2 id="authenticator">Authenticator app</h2>
      {codes && <RecoveryCodes codes={codes} onDone={() => showCodes(undefined)} />}
      {!data && (
        <Loading size="item" what="Your authenticator app" why={error} onRetry={() => void loadSecurity()} />
      )}
      {data && !codes && (
        <>
          {data.authenticator.isOn ? (
            <TurnedOn authenticator={data.authenticator} onCodes={showCodes} />
          ) : (
            <AuthenticatorSetup onCodes={showCodes} />
          )}
        </>
      )}
    </section>
  )
}

function TurnedOn({
  authenticator,
  onCodes,
}: {
  authenticator: SecurityState['authenticator']
  onCodes: (codes: readonly string[]) => void
}) {
  const [action, setAction] = useState<'renew' | 'remove'>()
  const left = authenticator.recoveryCodesLeft
  const close = (): void => setAction(undefined)
  return (
    <>
      <p>
        <span className="badge" data-tone="success">
          On
        </span>{' '}
        {left === 1 ? '1 recovery code is left.' : `${left} recovery codes are left.`}
      </p>
      {action === 'renew' && (
        <PasswordPrompt
          why="Your old recovery codes will stop working."
          action="Create new codes"
          send={renewRecoveryCodes}
          onDone={({ recoveryCodes }) => onCodes(recoveryCodes)}
          onClose={close}
        />
      )}
      {action === 'remove' && (
        <PasswordPrompt
          why="After this, you only need your password to sign in."
          action="Turn off"
          send={removeAuthenticator}
          onDone={close}
          onClose={close}
        />
      )}
      {!action && (
        <div className="form-actions">
          <Button variant="quiet" onClick={() => setAction('renew')}>
            New recovery codes
          </Button>
          <Button variant="quiet" onClick={() => setAction('remove')}>
            Turn off
          </Button>
        </div>
      )}
    </>
  )
}
