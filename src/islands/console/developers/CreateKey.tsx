import { useState } from 'react'
import * as z from 'zod/mini'
import { createApiKey as contract } from '#contracts/console/developers/api-keys.ts'
import type { KeyScope } from '#model/people/scopes.ts'
import { FormErrors } from '#islands/platform/FormErrors.tsx'
import { useForm } from '#islands/platform/use-form.ts'
import { createApiKey } from '#stores/console/developers.ts'
import { FormActions } from '#ui/FormActions.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Select } from '#ui/form/Select.tsx'
import { OptionRows } from './OptionRows.tsx'
import { SecretDialog } from './SecretDialog.tsx'
import { completeScopes, SCOPE_GROUPS } from './scope-labels.ts'

const schema = z.object({ name: contract.body.shape.name, days: z.string() })

/** Dialog to create a key, which is shown once. Few scopes are selected by default. */
export function CreateKey({ onClose }: { onClose: () => void }) {
  const [key, show] = useState('')
  return (
    <SecretDialog
      id="create-key"
      titles={['Create a key', 'Your new key']}
      secret={key}
      what="key"
      hint="Copy it now. It won’t be shown again. If you lose it, create a new key."
      onClose={onClose}
    >
      <KeyForm onMade={show} />
    </SecretDialog>
  )
}

function KeyForm({ onMade }: { onMade: (key: string) => void }) {
  const [scopes, choose] = useState<readonly KeyScope[]>([])
  const { form, field, idOf, formErrors, isBusy } = useForm({
    schema,
    send: ({ name, days }) =>
      createApiKey({ name, scopes: [...scopes], expiresInDays: days === '' ? null : Number(days) }),
    onDone: ({ key }) => onMade(key),
  })
  return (
    <form {...form} className="account-form">
      <FormErrors formErrors={formErrors} idOf={idOf} />
      <Field {...field('name')} label="Name" hint="For example Bookkeeping." maxLength={80} required />
      <OptionRows
        id={idOf('scopes')}
        legend="Permissions"
        rows={SCOPE_GROUPS}
        chosen={scopes}
        onChange={(chosen) => choose(completeScopes(scopes, chosen))}
        error={formErrors.errors['scopes']}
      />
      <Select {...field('days')} label="Expires after" defaultValue="365">
        <option value="30">30 days</option>
        <option value="90">90 days</option>
        <option value="365">A year</option>
        <option value="">Never</option>
      </Select>
      <FormActions isBusy={isBusy} label="Create key" busyLabel="Creating…" />
    </form>
  )
}
