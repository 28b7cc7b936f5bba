import { useState } from 'react'
import type { Webhook } from '#contracts/console/developers/webhooks.ts'
import { Loading } from '#ui/loading/Loading.tsx'
import { useStore } from '#islands/platform/use-store.ts'
import { $webhooks, loadWebhooks } from '#stores/console/developers.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { Button } from '#ui/Button.tsx'
import { WebhookCard } from './WebhookCard.tsx'
import { WebhookDialog } from './WebhookDialog.tsx'

export function Webhooks() {
  const { data, error } = useStore($webhooks, LOADING)
  const [edited, edit] = useState<Webhook | 'new'>()
  return (
    <section className="section" aria-labelledby="webhooks">
      <div className="section-head">
        <h2 id="webhooks">Webhooks</h2>
        {data && data.length > 0 && (
          <Button variant="quiet" onClick={() => edit('new')}>
            Add a webhook
          </Button>
        )}
      </div>
      {!data && <Loading size="item" what="Your webhooks" why={error} onRetry={() => void loadWebhooks()} />}
      {data && <WebhookList webhooks={data} onEdit={edit} />}
      {edited && (
        <WebhookDialog webhook={edited === 'new' ? undefined : edited} onClose={() => edit(undefined)} />
      )}
    </section>
  )
}

function WebhookList({
  webhooks,
  onEdit,
}: {
  webhooks: readonly Webhook[]
  onEdit: (webhook: Webhook | 'new') => void
}) {
  if (webhooks.length === 0)
    return (
      <div className="empty-state">
        <p>
          Webhooks send a message to your server when something happens, like a paid order or a changed event.
          Messages are signed, sent in order and retried for three days.
        </p>
        <Button onClick={() => onEdit('new')}>Add a webhook</Button>
      </div>
    )
  return (
    <ul className="cards">
      {webhooks.map((webhook) => (
        <WebhookCard key={webhook.id} webhook={webhook} onEdit={() => onEdit(webhook)} />
      ))}
    </ul>
  )
}
