import { useState } from 'react'
import type { DataOf } from '#contracts/platform/endpoint.ts'
import {
  confirmAuthenticator as confirmContract,
  type startAuthenticator as startContract,
} from '#contracts/account/second-factors.ts'
import { confirmAuthenticator, startAuthenticator } from '#stores/account/security.ts'
import { Button } from '#ui/Button.tsx'
import { FormActions } from '#ui/FormActions.tsx'
import { Field } from '#ui/form/Field.tsx'
import { FormErrors } from '#islands/platform/FormErrors.tsx'
import { PasswordPrompt } from './PasswordPrompt.tsx'
import { useForm } from '#islands/platform/use-form.ts'

type Secret = DataOf<typeof startContract>

/** Setup in three steps: password, QR code, and the first code from the app, which turns two-factor authentication on. */
export function AuthenticatorSetup({ onCodes }: { onCodes: (codes: readonly string[]) => void }) {
  const [isAsked, ask] = useState(false)
  const [secret, setSecret] = useState<Secret>()
  if (secret) return <ScanForm secret={secret} onCodes={onCodes} onClose={() => setSecret(undefined)} />
  if (isAsked) {
    return (
      <PasswordPrompt
        why="Confirm it’s you."
        action="Continue"
        send={startAuthenticator}
        onDone={setSecret}
        onClose={() => ask(false)}
      />
    )
  }
  return (
    <>
      <p>Off. Turn it on to require a code from an app on your phone when you sign in.</p>
      <div className="form-actions">
        <Button variant="quiet" onClick={() => ask(true)}>
          Set up
        </Button>
      </div>
    </>
  )
}

/** Width of the margin around the QR code, in modules. */
const QUIET_ZONE = 4

function ScanForm({
  secret,
  onCodes,
  onClose,
}: {
  secret: Secret
  onCodes: (codes: readonly string[]) => void
  onClose: () => void
}) {
  const { form, field, idOf, formErrors, isBusy } = useForm({
    schema: confirmContract.body,
    send: ({ code }) => confirmAuthenticator(code),
    onDone: ({ recoveryCodes }) => onCodes(recoveryCodes),
    fieldOf: { SECOND_FACTOR_WRONG: 'code' },
  })
  const width = secret.qr.size + 2 * QUIET_ZONE
  return (
    <form {...form} className="account-form">
      <p>Scan this with your authenticator app, then enter the code it shows.</p>
      <svg
        className="account-qr"
        viewBox={`-${QUIET_ZONE} -${QUIET_ZONE} ${width} ${width}`}
        role="img"
        aria-label="QR code for your authenticator app"
      >
        <path d={secret.qr.path} />
      </svg>
      <p className="field-hint">
        Can’t scan? Enter this key in the app:{' '}
        <code className="account-key" translate="no">
          {inFours(secret.secret)}
        </code>{' '}
        or <a href={secret.address}>open the app on this device</a>.
      </p>
      <FormErrors formErrors={formErrors} idOf={idOf} />
      <Field
        {...field('code')}
        label="Code from the app"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={20}
        required
      />
      <FormActions isBusy={isBusy} label="Turn on" busyLabel="One moment…" onCancel={onClose} />
    </form>
  )
}

const inFours = (text: string): string => text.replaceAll(/.{4}(?=.)/g, '$& ')
