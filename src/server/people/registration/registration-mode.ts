import type { RegistrationMode } from '#model/people/registration.ts'
import { isDemoAllowed, type DemoConfig } from '#server/platform/demo-rules.ts'
import { isMainSiteLocal } from '#server/platform/dns/parse-domain-name.ts'
import type { PlatformSettingsRow } from './platform-settings-rows.ts'

/** Registration mode in effect. It is `closed` on an installation with a single promoter. */
export const registrationModeOf = (config: DemoConfig, settings: PlatformSettingsRow): RegistrationMode =>
  settings.isSinglePromoter ? 'closed' : chosenRegistrationMode(config, settings)

/**
 * Registration mode chosen by operators. The default is `approval`, because new promoters sell in the platform's name
 * and with its payment account; in development and demos, it is `open`.
 */
export const chosenRegistrationMode = (
  config: DemoConfig,
  { registration }: PlatformSettingsRow,
): RegistrationMode => registration ?? (isDemoAllowed(config) || isLaptop(config) ? 'open' : 'approval')

/** True on development machines, also with `DEMO=off`. */
const isLaptop = (config: DemoConfig): boolean => config.NODE_ENV !== 'production' && isMainSiteLocal(config)
