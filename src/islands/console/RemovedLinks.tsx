import { Notice } from '#ui/Notice.tsx'

/** Notice that links in a promoter's text are sent as plain text. */
export function RemovedLinks({ hosts }: { hosts: readonly string[] }) {
  if (hosts.length === 0) return null
  return (
    <Notice tone="warning" title="Some links are sent as text">
      <p>
        Emails can link to your own verified domains. Links to {hosts.join(', ')} become plain text until
        Foyer has approved your account.
      </p>
    </Notice>
  )
}
