import { consoleUrls } from '#contracts/platform/console-urls.ts'
import { $customer } from '#stores/account/customer.ts'
import { useStore } from '#islands/platform/use-store.ts'

/** Link to the console for users with promoter permissions. */
export function ConsoleLink() {
  const customer = useStore($customer, undefined)
  return customer?.staff.permissions.includes('promoter:manage') ? (
    // Short label that fits narrow screens.
    <a href={consoleUrls.overview()} aria-label="Promoter console">
      Console
    </a>
  ) : null
}
