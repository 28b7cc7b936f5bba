import { consoleUrls } from '#contracts/platform/console-urls.ts'
import { $customer } from '#stores/account/customer.ts'
import { useStore } from '#islands/platform/use-store.ts'

/** Link to the console. Renders nothing for customers without a role in a promoter's team. */
export function ConsoleLink() {
  const customer = useStore($customer, undefined)
  return customer?.staff.permissions.includes('promoter:manage') ? (
    // The visible text is short enough for narrow screens.
    <a href={consoleUrls.overview()} aria-label="Promoter console">
      Console
    </a>
  ) : null
}
