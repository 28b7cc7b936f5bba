import { useState } from 'react'
import * as z from 'zod/mini'
import { createApiKey as contract } from '#contracts/console/api-keys.ts'
import { FormComplaints } from '#islands/account/FormComplaints.tsx'
import { useForm } from '#islands/account/use-form.ts'
import { createApiKey } from '#stores/console/developers.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Field } from '#ui/Field.tsx'
import { Select } from '#ui/Select.tsx'
import { SecretOnce } from './SecretOnce.tsx'
import { SCOPE_GROUPS, type KeyScope } from './scope-words.ts'

const schema = z.object({ name: contract.body.shape.name, days: z.string() })

/** A key is made with as little as it needs, and shown once. */
export function CreateKey({ onClose }: { onClose: () => void }) {
  const [key, show] = useState('')
  return (
    <Dialog
      isOpen
      onClose={onClose}
      labelledBy="create-key"
      className="dialog dialog-wide"
      isGuarded={key !== '' || undefined}
    >
      <h2 id="create-key">{key ? 'Your new key' : 'Create a key'}</h2>
      {key ? (
        <SecretOnce
          secret={key}
          what="key"
          hint="Copy it now. It is not shown again: whoever loses it makes a new one."
          onDone={onClose}
        />
      ) : (
        <KeyForm onMade={show} onClose={onClose} />
      )}
    </Dialog>
  )
}

function KeyForm({ onMade, onClose }: { onMade: (key: string) => void; onClose: () => void }) {
  const [scopes, choose] = useState<readonly KeyScope[]>([])
  const { form, field, idOf, complaints, isBusy } = useForm({
    schema,
    send: ({ name, days }) =>
      createApiKey({ name, scopes: [...scopes], expiresInDays: days === '' ? null : Number(days) }),
    onDone: ({ key }) => onMade(key),
  })
  const toggle = (scope: KeyScope): void =>
    choose(scopes.includes(scope) ? scopes.filter((each) => each !== scope) : [...scopes, scope])
  return (
    <form {...form} className="account-form">
      <FormComplaints complaints={complaints} idOf={idOf} />
      <Field
        {...field('name')}
        label="What is it for?"
        hint="A name, like Bookkeeping."
        maxLength={80}
        required
      />
      <ScopeFields
        id={idOf('scopes')}
        scopes={scopes}
        onToggle={toggle}
        error={complaints.errors['scopes']}
      />
      <Select {...field('days')} label="How long does it hold?" defaultValue="365">
        <option value="30">30 days</option>
        <option value="90">90 days</option>
        <option value="365">A year</option>
        <option value="">Until it is revoked</option>
      </Select>
      <div className="form-actions">
        <Button type="submit" busy={isBusy}>
          {isBusy ? 'Creating…' : 'Create key'}
        </Button>
        <Button look="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

function ScopeFields({
  id,
  scopes,
  onToggle,
  error,
}: {
  id: string
  scopes: readonly KeyScope[]
  onToggle: (scope: KeyScope) => void
  error: string | undefined
}) {
  return (
    <fieldset className="scopes" id={id} tabIndex={-1} aria-describedby={error ? `${id}-error` : undefined}>
      <legend>What may it do?</legend>
      {SCOPE_GROUPS.map(([about, all]) => (
        <fieldset key={about} className="scope-row" aria-label={about}>
          <span>{about}</span>
          {all.map(([scope, words]) => (
            <label key={scope} className="choice">
              <input type="checkbox" checked={scopes.includes(scope)} onChange={() => onToggle(scope)} />
              <span>{words}</span>
            </label>
          ))}
        </fieldset>
      ))}
      {error && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
