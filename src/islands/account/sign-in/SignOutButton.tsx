import { $isLoggingOut } from '#stores/account/customer.ts'
import { $unsentScans, logout } from '#stores/account/sign-in.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'
import { formatCount } from '#ui/format/format-numbers.ts'
import { useStore } from '#islands/platform/use-store.ts'

export function SignOutButton() {
  const isLoggingOut = useStore($isLoggingOut, false)
  const unsent = useStore($unsentScans, 0)
  const button = (
    <Button variant="quiet" busy={isLoggingOut} onClick={() => void logout({ keepsScans: unsent > 0 })}>
      {isLoggingOut ? 'Signing out…' : unsent > 0 ? 'Sign out anyway' : 'Sign out'}
    </Button>
  )
  if (unsent === 0) return button
  return (
    <Notice
      tone="warning"
      title={`${formatCount(unsent, 'scan or sale', 'scans and sales')} from the door not sent yet`}
      urgent
    >
      <p>
        Open the door page while you’re online to send them. Until then, they stay in this browser with the
        names of ticket holders, even after you sign out.
      </p>
      <div className="notice-actions">{button}</div>
    </Notice>
  )
}
