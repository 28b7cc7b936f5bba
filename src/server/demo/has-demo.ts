import type { Config } from '#server/platform/config.ts'
import { isLocal } from '#server/platform/dns/read-name.ts'

type DemoConfig = Pick<Config, 'DATABASE_URL' | 'DEMO' | 'MAIN_HOSTS' | 'NODE_ENV'>

/** True when an empty database is seeded at start. The demo's passwords are public, so production installs have to ask for it. */
export const hasDemo = (config: DemoConfig): boolean =>
  config.DEMO === 'on' || (isDemoAllowed(config) && !config.DATABASE_URL)

/** True when commands may seed the demo: on a local install that isn't production, or if DEMO is on. */
export const isDemoAllowed = (config: DemoConfig): boolean =>
  config.DEMO === 'on' || (config.DEMO === 'auto' && config.NODE_ENV !== 'production' && isLocal(config))
