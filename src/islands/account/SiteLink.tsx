import { urls } from '#contracts/urls.ts'
import { $customer } from '#stores/customer.ts'
import { useStore } from '#islands/use-store.ts'

/** The way to the console, for owners of a promoter. */
export function SiteLink() {
  const customer = useStore($customer, undefined)
  return customer?.staff.permissions.includes('promoter:own') ? (
    // Short enough to stand beside the others on a phone.
    <a href={urls.promoterSite()} aria-label="Your site">
      Site
    </a>
  ) : null
}
