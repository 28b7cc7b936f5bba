import type { Failure } from '#model/platform/result.ts'
import { isPassing } from '#stores/console/events/event-saving.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'

/** Error message, with a retry button for temporary errors. */
export function NoAnswer({ failure, onRetry }: { failure: Failure; onRetry: () => void }) {
  return (
    <Notice tone="warning" title={failure.error.message} urgent>
      {isPassing(failure) && (
        <div className="notice-actions">
          <Button variant="quiet" onClick={onRetry}>
            Try again
          </Button>
        </div>
      )}
    </Notice>
  )
}
