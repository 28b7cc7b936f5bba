import { $refreshError } from '#stores/account/customer.ts'
import { Notice } from '#ui/Notice.tsx'
import { useStore } from '#islands/platform/use-store.ts'

/** Notice on sign-in pages that the session ended because the customer couldn't be loaded (specification §8). */
export function RefreshNotice() {
  const error = useStore($refreshError, undefined)
  return error === undefined ? null : (
    <div className="refresh-notice">
      <Notice tone="warning" title={error} urgent>
        <p>You were signed out in this browser. Sign in again to continue.</p>
      </Notice>
    </div>
  )
}
