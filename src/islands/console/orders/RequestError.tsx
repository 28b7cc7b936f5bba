import type { Failure } from '#model/platform/result.ts'
import { isTemporaryFailure } from '#stores/console/events/event-saving.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'

/** Error message of a failed request. If the error is temporary, has a button that repeats the request. */
export function RequestError({ failure, onRetry }: { failure: Failure; onRetry: () => void }) {
  return (
    <Notice tone="warning" title={failure.error.message} urgent>
      {isTemporaryFailure(failure) && (
        <div className="notice-actions">
          <Button variant="quiet" onClick={onRetry}>
            Try again
          </Button>
        </div>
      )}
    </Notice>
  )
}
