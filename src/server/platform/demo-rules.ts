import type { Config } from '#server/platform/config.ts'
import { isLocalHost, isLoopbackAddress } from '#server/platform/dns/loopback.ts'
import { isMainSiteLocal } from '#server/platform/dns/parse-domain-name.ts'

export type DemoConfig = Pick<Config, 'DATABASE_URL' | 'DEMO' | 'MAIN_HOSTS' | 'NODE_ENV'>

/**
 * True when an empty database is seeded at start. In production only with DEMO=on, because the demo's passwords are
 * public.
 */
export const hasDemo = (config: DemoConfig): boolean =>
  config.DEMO === 'on' || (isDemoAllowed(config) && !config.DATABASE_URL)

/**
 * True when commands may seed the demo and its accounts may sign in: on a local install that isn't production, or
 * with DEMO=on.
 */
export const isDemoAllowed = (config: DemoConfig): boolean =>
  config.DEMO === 'on' ||
  (config.DEMO === 'auto' && config.NODE_ENV !== 'production' && isMainSiteLocal(config))

/**
 * True when demo accounts may sign in: only from this machine, on one of its own host names. The address is also
 * checked, because clients choose the host name. Behind a proxy that isn't in TRUSTED_PROXIES, the address is the
 * proxy's, so the result is false.
 */
export const canUseDemoAccount = (
  config: DemoConfig & Pick<Config, 'TRUSTED_PROXIES'>,
  client: { host: string; address: string; isForwarded: boolean },
): boolean =>
  isDemoAllowed(config) &&
  isLocalHost(client.host) &&
  isLoopbackAddress(client.address) &&
  (!client.isForwarded || config.TRUSTED_PROXIES.length > 0)
