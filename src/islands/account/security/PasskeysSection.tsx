import { useRef, useState } from 'react'
import * as z from 'zod/mini'
import { canUsePasskeys } from '#browser/account/passkeys.ts'
import {
  addPasskey as addContract,
  createPasskeyRegistrationOptions,
  type PasskeySummary,
} from '#contracts/account/second-factors.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { $security, addPasskey, loadSecurity, removePasskey } from '#stores/account/security.ts'
import { Button } from '#ui/Button.tsx'
import { FormActions } from '#ui/FormActions.tsx'
import { Field } from '#ui/form/Field.tsx'
import { PasswordField } from '#ui/form/PasswordField.tsx'
import { useStore } from '#islands/platform/use-store.ts'
import { FormErrors } from '#islands/platform/FormErrors.tsx'
import { Loading } from '#ui/loading/Loading.tsx'
import { PasswordPrompt } from './PasswordPrompt.tsx'
import { formatDate } from '#ui/format/format-dates.ts'
import { useForm } from '#islands/platform/use-form.ts'

export function PasskeysSection() {
  const { data, error } = useStore($security, LOADING)
  const [isAdding, add] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <section className="account-section" aria-labelledby="passkeys">
      <h2 id="passkeys" tabIndex={-1} ref={heading}>
        Passkeys
      </h2>
      <p>
        Sign in with your fingerprint, your face or your device’s PIN. A passkey can’t be guessed or phished.
      </p>
      {!data && <Loading size="item" what="Your passkeys" why={error} onRetry={() => void loadSecurity()} />}
      {data && data.passkeys.length > 0 && (
        <ul className="account-list">
          {data.passkeys.map((passkey) => (
            <Passkey key={passkey.id} passkey={passkey} onRemoved={() => heading.current?.focus()} />
          ))}
        </ul>
      )}
      {isAdding && <AddForm onClose={() => add(false)} />}
      {/* Appears with the list, which would otherwise move it while it is clicked. */}
      {!isAdding && (data || error) && (
        <div className="form-actions">
          {canUsePasskeys() ? (
            <Button variant="quiet" onClick={() => add(true)}>
              Add a passkey
            </Button>
          ) : (
            <p className="field-hint">This browser doesn’t support passkeys.</p>
          )}
        </div>
      )}
    </section>
  )
}

function Passkey({ passkey, onRemoved }: { passkey: PasskeySummary; onRemoved: () => void }) {
  const { id, name, host, createdAt, lastUsedAt } = passkey
  const [isRemoving, remove] = useState(false)
  return (
    <li>
      <div>
        <p className="account-list-name" dir="auto">
          {name}
        </p>
        <p className="field-hint">
          For {host}. Added {formatDate(createdAt)}
          {lastUsedAt ? `, last used ${formatDate(lastUsedAt)}` : ', not used yet'}
        </p>
      </div>
      {isRemoving ? (
        <PasswordPrompt
          why={`You’ll no longer be able to sign in with “${name}”.`}
          action="Remove passkey"
          send={(password) => removePasskey(id, password)}
          onDone={onRemoved}
          onClose={() => remove(false)}
        />
      ) : (
        <Button variant="quiet" aria-label={`Remove ${name}`} onClick={() => remove(true)}>
          Remove
        </Button>
      )}
    </li>
  )
}

const fields = z.object({
  name: addContract.body.shape.name,
  password: createPasskeyRegistrationOptions.body.shape.password,
})

function AddForm({ onClose }: { onClose: () => void }) {
  const { form, field, idOf, formErrors, isBusy } = useForm({
    schema: fields,
    send: addPasskey,
    onDone: onClose,
    fieldOf: { PASSWORD_WRONG: 'password' },
  })
  return (
    <form {...form} className="account-form">
      <FormErrors formErrors={formErrors} idOf={idOf} />
      <Field
        {...field('name')}
        label="Name"
        hint="For example, “My phone”."
        autoComplete="off"
        maxLength={60}
        required
      />
      <PasswordField {...field('password')} label="Password" autoComplete="current-password" required />
      <FormActions
        isBusy={isBusy}
        label="Create passkey"
        busyLabel="Follow the steps on your device…"
        onCancel={onClose}
      />
    </form>
  )
}
