import { useState } from 'react'
import * as z from 'zod/mini'
import {
  createWebhook as contract,
  webhook as webhookView,
  type Webhook,
} from '#contracts/console/developers/webhooks.ts'
import { FormErrors } from '#islands/platform/FormErrors.tsx'
import type { VersionFields } from '#islands/console/editing/differences.ts'
import { FormConflict } from '#islands/console/editing/FormConflict.tsx'
import { useConflict } from '#islands/console/editing/use-conflict.ts'
import { useEditForm } from '#islands/console/editing/use-edit-form.ts'
import type { Result } from '#model/platform/result.ts'
import { WEBHOOK_EVENTS } from '#model/messages/webhooks.ts'
import { createWebhook, loadWebhooks, putWebhook } from '#stores/console/developers.ts'
import { FormActions } from '#ui/FormActions.tsx'
import { Field } from '#ui/form/Field.tsx'
import { OptionRows } from './OptionRows.tsx'
import { SecretDialog } from './SecretDialog.tsx'

type WebhookEvent = Webhook['events'][number]

const { url, description } = contract.body.shape
const schema = z.object({ url, description })

interface Props {
  /** The webhook to edit; undefined to create one. */
  webhook: Webhook | undefined
  onClose: () => void
}

export function WebhookDialog({ webhook, onClose }: Props) {
  const [secret, show] = useState('')
  const [shown, take] = useState(webhook)
  return (
    <SecretDialog
      id="webhook-title"
      titles={[webhook ? 'Edit the webhook' : 'Add a webhook', 'Signing secret']}
      secret={secret}
      what="secret"
      hint="Use it to verify that messages are from us. Copy it now. It won’t be shown again."
      onClose={onClose}
    >
      <WebhookForm
        key={shown?.version}
        webhook={shown}
        onMade={show}
        onTaken={(theirs) => {
          take(theirs)
          void loadWebhooks()
        }}
        onClose={onClose}
      />
    </SecretDialog>
  )
}

interface FormProps extends Props {
  onMade: (secret: string) => void
  onTaken: (theirs: Webhook) => void
}

function WebhookForm({ webhook, onMade, onTaken, onClose }: FormProps) {
  const [events, choose] = useState<readonly WebhookEvent[]>(webhook?.events ?? ['order.paid'])
  const conflict = useConflict(webhookView, webhook ?? { version: 0 })
  const { form, field, idOf, formErrors, isBusy } = useEditForm(conflict, {
    schema,
    send: (values, version): Promise<Result<{ webhook: Webhook; secret?: string }>> => {
      const body = { ...values, events: [...events] }
      if (!webhook) return createWebhook(body)
      // The form has no field for `isActive`, so its current value is sent.
      const { isActive } = conflict.theirs ?? webhook
      return putWebhook(webhook.id, { ...body, isActive, version })
    },
    mineOf: ({ description = '', ...values }) =>
      webhook && { ...webhook, ...values, description, events: [...events] },
    onDone: (data) => (data.secret === undefined ? onClose() : onMade(data.secret)),
    fieldOf: { WEBHOOK_URL_REFUSED: 'url' },
  })
  return (
    <form {...form} className="account-form">
      <FormErrors formErrors={formErrors} idOf={idOf} />
      <Field
        {...field('url')}
        label="URL"
        hint="Address that messages are sent to, for example https://example.com/foyer"
        defaultValue={webhook?.url}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        maxLength={500}
        required
      />
      <Field
        {...field('description')}
        label="Name (optional)"
        defaultValue={webhook?.description}
        maxLength={120}
      />
      <OptionRows
        id={idOf('events')}
        legend="Events to send"
        rows={ROWS}
        chosen={events}
        onChange={choose}
        error={formErrors.errors['events']}
      />
      <FormConflict conflict={conflict} wordsOf={webhookFields} onTaken={onTaken} />
      <FormActions isBusy={isBusy} label={webhook ? 'Save' : 'Add webhook'} busyLabel="Saving…" />
    </form>
  )
}

const webhookFields = ({ url: address, description: name, events }: Webhook): VersionFields => [
  ['URL', address],
  ['Name', name],
  ['Events', events.toSorted().join(', ')],
]

const ROWS = Object.entries(
  Object.groupBy(WEBHOOK_EVENTS, (event) => `${event.slice(0, event.indexOf('.'))}s`),
).map(
  ([about, all = []]) =>
    [about, all.map((event) => [event, event.slice(event.indexOf('.') + 1)] as const)] as const,
)
