import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'

interface Props {
  /** Name of the content that wasn't loaded, for example 'Your orders'. */
  what: string
  why: string
  onRetry: () => void
}

/** Browsers' messages for a missing network connection. */
const OF_A_BROWSER = /^(Failed to fetch|Load failed|NetworkError .*|Network request failed)$/

export function LoadFailed({ what, why, onRetry }: Props) {
  return (
    <Notice tone="danger" title={`${what} could not be loaded`} urgent>
      <p>{OF_A_BROWSER.test(why) ? 'We can’t reach the server. Check your connection.' : why}</p>
      <div className="notice-actions">
        <Button variant="quiet" onClick={onRetry}>
          Try again
        </Button>
      </div>
    </Notice>
  )
}
