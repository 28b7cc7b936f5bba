import { Button } from '#ui/Button.tsx'

/** Warns that the shown data is outdated because the last request failed. */
export function StaleNotice({ error, onRetry }: { error: string | undefined; onRetry: () => void }) {
  if (!error) return null
  return (
    <div className="stale-notice">
      <output>These numbers may be out of date. {error}</output>
      <Button variant="link" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}
