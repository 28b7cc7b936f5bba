import type { ReactNode } from 'react'
import { useStore } from '#islands/platform/use-store.ts'
import { ROLE_PERMISSIONS, type StaffPermission } from '#model/people/members.ts'
import { $auth } from '#stores/account/customer.ts'
import { $staffProfile } from '#stores/portal/staff-data.ts'
import { LOADING } from '#stores/platform/resource.ts'

const UNKNOWN = { customer: undefined, isAuthenticated: false, isLoading: true, error: undefined }

interface Props {
  permission: StaffPermission
  children?: ReactNode
}

/** Shows its content to members with a permission. Hides it only once it is known that the member lacks the permission. */
export function PermissionGate({ permission, children }: Props) {
  const { isAuthenticated } = useStore($auth, UNKNOWN)
  return isAuthenticated ? <UnlessRefused permission={permission}>{children}</UnlessRefused> : children
}

function UnlessRefused({ permission, children }: Props) {
  const { data } = useStore($staffProfile, LOADING)
  return data && !ROLE_PERMISSIONS[data.role].includes(permission) ? null : children
}
