import { useState } from 'react'
import { showToast } from '#browser/platform/toast-event.ts'
import { useStore } from '#islands/platform/use-store.ts'
import { $security, cancelFactorRemoval } from '#stores/account/security.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { Button } from '#ui/Button.tsx'
import { formatDateTime } from '#ui/format/format-dates.ts'
import { Notice } from '#ui/Notice.tsx'

/** Notice that a second factor will be removed on request, with a button to cancel the removal. Renders nothing if none was requested. */
export function RemovalNotice() {
  const { data } = useStore($security, LOADING)
  const [isBusy, setBusy] = useState(false)
  const [removal] = data?.removals ?? []
  if (!removal) return null
  const keep = async (): Promise<void> => {
    setBusy(true)
    const answer = await cancelFactorRemoval()
    setBusy(false)
    if (answer.success)
      showToast({ type: 'success', title: 'Cancelled', message: 'Two-factor authentication was kept.' })
    else showToast({ type: 'destructive', title: 'Not cancelled', message: answer.error.message })
  }
  return (
    <Notice tone="danger" title="Two-factor authentication will be removed from your account">
      <p>
        Someone asked the site’s team to remove{' '}
        {removal.factor === 'passkeys' ? 'your passkeys' : 'your authenticator app'}
        {removal.dueAt ? `. This happens on ${formatDateTime(removal.dueAt)}.` : ' in three days.'} If it
        wasn’t you, keep them and change your password.
      </p>
      <Button variant="quiet" busy={isBusy} onClick={() => void keep()}>
        {isBusy ? 'Cancelling…' : 'Keep them'}
      </Button>
    </Notice>
  )
}
