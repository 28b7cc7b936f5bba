import type { Config } from '#server/platform/config.ts'
import { isLocalHost, isLoopbackAddress } from '#server/platform/dns/loopback.ts'
import { isLocal } from '#server/platform/dns/read-name.ts'

export type DemoConfig = Pick<Config, 'DATABASE_URL' | 'DEMO' | 'MAIN_HOSTS' | 'NODE_ENV'>

/** True when an empty database is seeded at start. The demo's passwords are public, so production installs have to ask for it. */
export const hasDemo = (config: DemoConfig): boolean =>
  config.DEMO === 'on' || (isDemoAllowed(config) && !config.DATABASE_URL)

/** True on a local install that isn't production, and if DEMO is on: commands may seed the demo, and its accounts may sign in. */
export const isDemoAllowed = (config: DemoConfig): boolean =>
  config.DEMO === 'on' || (config.DEMO === 'auto' && config.NODE_ENV !== 'production' && isLocal(config))

/**
 * True when demo accounts may sign in: from this machine, on one of its own names. Clients choose the host name, but not their address; with an
 * unknown proxy in between, the address is the proxy's.
 */
export const mayUseDemoAccount = (
  config: DemoConfig & Pick<Config, 'TRUSTED_PROXIES'>,
  client: { host: string; address: string; isForwarded: boolean },
): boolean =>
  isDemoAllowed(config) &&
  isLocalHost(client.host) &&
  isLoopbackAddress(client.address) &&
  (!client.isForwarded || config.TRUSTED_PROXIES.length > 0)
