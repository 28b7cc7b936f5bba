import type { IconName } from '#components/platform/icons.ts'

/** Entry of a workspace's navigation. On phones, entries with `isNear` are in the bottom bar and all others in the menu “More”. */
export interface NavigationEntry {
  name: string
  path: string
  icon: IconName
  isNear: boolean
}
