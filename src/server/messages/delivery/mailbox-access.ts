import type { Config } from '#server/platform/config.ts'
import { isLoopbackAddress } from '#server/platform/dns/loopback.ts'

/** Loopback hosts, except the demo's *.localhost storefronts. */
const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/**
 * True if `/dev/mailbox` exists. False if a mail server is configured or other machines can reach the main site, because the
 * emails contain links that open accounts. With an external database, the mailbox exists only if MAILBOX enables it.
 */
export const hasMailbox = (
  config: Pick<Config, 'SMTP_URL' | 'DATABASE_URL' | 'MAILBOX' | 'MAIN_HOSTS'>,
): boolean =>
  !config.SMTP_URL &&
  (!config.DATABASE_URL || config.MAILBOX === 'on') &&
  config.MAIN_HOSTS.every((host) => LOOPBACK_HOST.test(host))

/** True for a request from this machine to a loopback name, without a proxy. */
export const isFromThisMachine = (request: {
  host: string
  address: string
  isForwarded: boolean
}): boolean => !request.isForwarded && LOOPBACK_HOST.test(request.host) && isLoopbackAddress(request.address)
