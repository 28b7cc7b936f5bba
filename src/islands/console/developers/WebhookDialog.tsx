import { useState } from 'react'
import * as z from 'zod/mini'
import { createWebhook as contract, type Webhook } from '#contracts/console/webhooks.ts'
import { FormComplaints } from '#islands/account/FormComplaints.tsx'
import { useForm } from '#islands/account/use-form.ts'
import type { Result } from '#model/result.ts'
import { WEBHOOK_EVENTS } from '#model/webhooks.ts'
import { $webhooks, createWebhook, loadWebhooks, putWebhook } from '#stores/console/developers.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { Notice } from '#ui/Notice.tsx'
import { ChoiceRows } from './ChoiceRows.tsx'
import { SecretDialog } from './SecretDialog.tsx'

type WebhookEvent = Webhook['events'][number]

const { url, description } = contract.body.shape
const schema = z.object({ url, description })

/** Makes an endpoint, or changes the one that is given. */
export function WebhookDialog({ webhook, onClose }: { webhook: Webhook | undefined; onClose: () => void }) {
  const [secret, show] = useState('')
  return (
    <SecretDialog
      id="webhook-title"
      titles={[webhook ? 'Edit the webhook' : 'Add a webhook', 'Its secret']}
      secret={secret}
      what="secret"
      hint="Your program checks with it that a message is from us. Copy it now: it is not shown again."
      onClose={onClose}
    >
      <WebhookForm webhook={webhook} onMade={show} onClose={onClose} />
    </SecretDialog>
  )
}

interface FormProps {
  webhook: Webhook | undefined
  onMade: (secret: string) => void
  onClose: () => void
}

function WebhookForm({ webhook, onMade, onClose }: FormProps) {
  const [events, choose] = useState<readonly WebhookEvent[]>(webhook?.events ?? ['order.paid'])
  const { base, theirs, meetTheirs, keepMine } = useVersions(webhook)
  const { form, field, idOf, complaints, isBusy } = useForm({
    schema,
    send: (values): Promise<Result<{ webhook: Webhook; secret?: string }>> => {
      const body = { ...values, events: [...events] }
      if (!base) return createWebhook(body)
      return putWebhook(base.id, { ...body, isActive: base.isActive, version: base.version })
    },
    onDone: (data) => (data.secret === undefined ? onClose() : onMade(data.secret)),
    fieldOf: { WEBHOOK_URL_REFUSED: 'url' },
    onRefusal: (code) => {
      if (code === 'EDIT_CONFLICT') void meetTheirs()
      return code === 'EDIT_CONFLICT'
    },
  })
  return (
    <form {...form} className="account-form">
      <FormComplaints complaints={complaints} idOf={idOf} />
      {theirs && <Conflict theirs={theirs} onMine={keepMine} onTheirs={onClose} />}
      <Field
        {...field('url')}
        label="Address"
        hint="Where we send to, like https://example.com/foyer."
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
      <ChoiceRows
        id={idOf('events')}
        legend="What do you want to be told?"
        rows={ROWS}
        chosen={events}
        onChange={choose}
        error={complaints.errors['events']}
      />
      <div className="form-actions">
        <Button type="submit" busy={isBusy}>
          {isBusy ? 'Saving…' : webhook ? 'Save' : 'Add webhook'}
        </Button>
      </div>
    </form>
  )
}

/** The version that was begun from, and the one that somebody else has made of it meanwhile. */
function useVersions(webhook: Webhook | undefined) {
  const [base, begin] = useState(webhook)
  const [theirs, meet] = useState<Webhook>()
  return {
    base,
    theirs,
    meetTheirs: async (): Promise<void> => {
      await loadWebhooks()
      meet($webhooks.get().data?.find(({ id }) => id === webhook?.id))
    },
    keepMine: (): void => {
      begin(theirs)
      meet(undefined)
    },
  }
}

function Conflict({
  theirs,
  onMine,
  onTheirs,
}: {
  theirs: Webhook
  onMine: () => void
  onTheirs: () => void
}) {
  return (
    <Notice tone="warning" title="Somebody else has changed this webhook" urgent>
      <p>
        It is now <code>{theirs.url}</code>, told of {theirs.events.join(', ')}. Yours is below.
      </p>
      <div className="notice-actions">
        <Button look="quiet" onClick={onMine}>
          Keep mine, then save
        </Button>
        <Button look="quiet" onClick={onTheirs}>
          Take theirs
        </Button>
      </div>
    </Notice>
  )
}

const ROWS = Object.entries(
  Object.groupBy(WEBHOOK_EVENTS, (event) => `${event.slice(0, event.indexOf('.'))}s`),
).map(
  ([about, all = []]) =>
    [about, all.map((event) => [event, event.slice(event.indexOf('.') + 1)] as const)] as const,
)
