import { consoleUrls } from '#contracts/console-urls.ts'
import { $customer } from '#stores/customer.ts'
import { useStore } from '#islands/use-store.ts'

/** The way to the console, for whoever owns or manages a promoter. */
export function ConsoleLink() {
  const customer = useStore($customer, undefined)
  return customer?.staff.permissions.includes('promoter:manage') ? (
    // Short enough to stand beside the others on a phone.
    <a href={consoleUrls.overview()} aria-label="Promoter console">
      Console
    </a>
  ) : null
}
