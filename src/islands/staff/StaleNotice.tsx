import { Button } from '#ui/Button.tsx'

/** What is shown was loaded before; a later look has failed. */
export function StaleNotice({ error, onRetry }: { error: string | undefined; onRetry: () => void }) {
  if (!error) return null
  return (
    <div className="portal-stale" role="status">
      <p>These numbers may be old. {error}</p>
      <Button look="link" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}
