import { portalUrls } from '#contracts/portal-urls.ts'
import { $isStaffHint } from '#stores/staff.ts'
import { useStore } from '#islands/use-store.ts'

/** The way to the portal, for whoever may be staff: the portal asks the server. */
export function StaffLink() {
  const isStaff = useStore($isStaffHint, false)
  return isStaff ? (
    // Short enough to stand beside the others on a phone.
    <a href={portalUrls.overview()} aria-label="Staff portal">
      Staff
    </a>
  ) : null
}
