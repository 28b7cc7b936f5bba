import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'

interface Props {
  /** 'Your orders'. */
  what: string
  why: string
  onRetry: () => void
}

export function LoadFailed({ what, why, onRetry }: Props) {
  return (
    <Notice tone="danger" title={`${what} could not be loaded`} urgent>
      <p>{why}</p>
      <div className="notice-actions">
        <Button look="quiet" onClick={onRetry}>
          Try again
        </Button>
      </div>
    </Notice>
  )
}
