import type { RegistrationMode } from '#model/people/registration.ts'
import { isDemoAllowed, type DemoConfig } from '#server/platform/demo-rules.ts'
import { isLocal } from '#server/platform/dns/read-name.ts'
import type { PlatformSettingsRow } from './platform-settings-rows.ts'

/** Current registration mode. An install with a single promoter admits no others. */
export const modeOf = (config: DemoConfig, settings: PlatformSettingsRow): RegistrationMode =>
  settings.isSinglePromoter ? 'closed' : chosenMode(config, settings)

/**
 * The registration mode that operators have chosen. Until they choose, requests are reviewed, because new promoters
 * sell in the platform's name and with its payment account; on laptops and in demos, registration is open.
 */
export const chosenMode = (config: DemoConfig, { registration }: PlatformSettingsRow): RegistrationMode =>
  registration ?? (isDemoAllowed(config) || isLaptop(config) ? 'open' : 'approval')

/** True also with `DEMO=off`. */
const isLaptop = (config: DemoConfig): boolean => config.NODE_ENV !== 'production' && isLocal(config)
