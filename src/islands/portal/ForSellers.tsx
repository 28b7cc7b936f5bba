import type { ReactNode } from 'react'
import { useStore } from '#islands/platform/use-store.ts'
import { canHaveTrackingLinks } from '#model/people/members.ts'
import { $auth } from '#stores/account/customer.ts'
import { $staffProfile } from '#stores/portal/staff-data.ts'
import { LOADING } from '#stores/platform/resource.ts'

const UNKNOWN = { customer: undefined, isAuthenticated: false, isLoading: true, error: undefined }

/** Content for members who sell. Shown until the member is known not to. */
export function ForSellers({ children }: { children?: ReactNode }) {
  const { isAuthenticated } = useStore($auth, UNKNOWN)
  return isAuthenticated ? <UnlessDoor>{children}</UnlessDoor> : children
}

function UnlessDoor({ children }: { children: ReactNode }) {
  const { data } = useStore($staffProfile, LOADING)
  return data && !canHaveTrackingLinks(data.role) ? null : children
}
