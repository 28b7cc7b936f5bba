import type { getRegistration as contract } from '#contracts/shop/registration.ts'
import { succeed } from '#model/platform/result.ts'
import { hasOperators } from '#server/people/operators/operator-rows.ts'
import type { UseCase } from '#server/use-case.ts'
import { findPlatformSettings } from './platform-settings-rows.ts'
import { registrationModeOf } from './registration-mode.ts'

/** Returns who can create a promoter. Registration is closed while the platform has no operator. */
export const getRegistration: UseCase<typeof contract> = async ({ db, config }) => {
  const [settings, isRun] = await Promise.all([findPlatformSettings(db), hasOperators(db, config)])
  return succeed({ mode: isRun ? registrationModeOf(config, settings) : 'closed' })
}
