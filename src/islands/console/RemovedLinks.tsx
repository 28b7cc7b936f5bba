import { Notice } from '#ui/Notice.tsx'

/** Links in a promoter's words that are sent as text. */
export function RemovedLinks({ hosts }: { hosts: readonly string[] }) {
  if (hosts.length === 0) return null
  return (
    <Notice tone="warning" title="Some links are sent as text">
      <p>
        Emails can link to your own verified domains. Links to {hosts.join(', ')} are sent without their
        address until Foyer has approved your account.
      </p>
    </Notice>
  )
}
