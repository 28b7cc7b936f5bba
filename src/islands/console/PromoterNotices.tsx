import { useState } from 'react'
import { showToast } from '#browser/platform/toast-event.ts'
import type { OwnPromoter } from '#contracts/account/accounts.ts'
import { consoleUrls } from '#contracts/platform/console-urls.ts'
import { goTo } from '#browser/platform/navigate.ts'
import { stopActingForPromoter } from '#stores/console/support.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'
import { formatDateTime } from '#ui/format/format-dates.ts'

/** Notices on all console screens of a promoter: that it can't sell, or that an operator is acting for it. */
export function PromoterNotices({ promoter }: { promoter: OwnPromoter }) {
  if (promoter.status === 'active' && !promoter.support) return null
  return (
    <div className="promoter-notices">
      {promoter.support && <Acting name={promoter.name} support={promoter.support} id={promoter.id} />}
      <StatusNotice promoter={promoter} />
    </div>
  )
}

function StatusNotice({ promoter: { name, status, statusReason } }: { promoter: OwnPromoter }) {
  if (status === 'active') return null
  const reason = statusReason && (
    <p>
      <strong>Message:</strong> <span dir="auto">{statusReason}</span>
    </p>
  )
  if (status === 'pending')
    return (
      <Notice tone="warning" title={`${name} is being reviewed`}>
        <p>
          You can prepare everything. Your storefront opens, and you can publish, once it’s approved. We’ll
          email you.
        </p>
      </Notice>
    )
  if (status === 'rejected')
    return (
      <Notice tone="danger" title={`${name} wasn’t approved`}>
        <p>You can’t publish events.</p>
        {reason}
      </Notice>
    )
  return (
    <Notice tone="danger" title={`${name} is suspended`}>
      <p>
        Your storefront is closed, nothing can be bought, and payouts are on hold. Tickets that were sold stay
        valid.
      </p>
      {reason}
    </Notice>
  )
}

function Acting({
  id,
  name,
  support,
}: {
  id: string
  name: string
  support: NonNullable<OwnPromoter['support']>
}) {
  const [isBusy, setBusy] = useState(false)
  const end = async (): Promise<void> => {
    setBusy(true)
    const answer = await stopActingForPromoter()
    if (answer.success) return goTo(consoleUrls.managedPromoter(id))
    setBusy(false)
    showToast({ type: 'destructive', title: 'Not stopped', message: answer.error.message })
  }
  return (
    <Notice tone="warning" title={`You’re acting for ${name}`}>
      <p>
        Until <time dateTime={support.endsAt}>{formatDateTime(support.endsAt)}</time>, for:{' '}
        <span dir="auto">{support.reason}</span>
      </p>
      <div className="notice-actions">
        <Button variant="quiet" busy={isBusy} onClick={() => void end()}>
          Stop acting for this promoter
        </Button>
      </div>
    </Notice>
  )
}
