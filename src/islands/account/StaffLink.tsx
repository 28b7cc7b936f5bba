import { portalUrls } from '#contracts/platform/portal-urls.ts'
import { $isStaffHint } from '#stores/account/staff.ts'
import { useStore } from '#islands/platform/use-store.ts'

/** Link to the portal for users who may be staff. The portal checks this on the server. */
export function StaffLink() {
  const isStaff = useStore($isStaffHint, false)
  return isStaff ? (
    // The visible text is short enough for narrow screens.
    <a href={portalUrls.overview()} aria-label="Staff portal">
      Staff
    </a>
  ) : null
}
