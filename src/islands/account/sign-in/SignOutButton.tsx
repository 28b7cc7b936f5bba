import { $isLoggingOut } from '#stores/account/customer.ts'
import { logout } from '#stores/account/sign-in.ts'
import { Button } from '#ui/Button.tsx'
import { useStore } from '#islands/platform/use-store.ts'

export function SignOutButton() {
  const isLoggingOut = useStore($isLoggingOut, false)
  return (
    <Button variant="quiet" busy={isLoggingOut} onClick={() => void logout()}>
      {isLoggingOut ? 'Signing out…' : 'Sign out'}
    </Button>
  )
}
