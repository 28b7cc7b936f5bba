import type { Config } from '#server/platform/config.ts'
import { isLoopbackAddress } from '#server/platform/dns/loopback.ts'

/** Host names of this machine. Excludes the demo's *.localhost storefronts. */
const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/**
 * Whether `/dev/mailbox` exists. False when a mail server is configured or others can reach the main site, because emails in
 * the mailbox contain links that open accounts. With an external database, the mailbox exists only when the setting says so.
 */
export const hasMailbox = (
  config: Pick<Config, 'SMTP_URL' | 'DATABASE_URL' | 'MAILBOX' | 'MAIN_HOSTS'>,
): boolean =>
  !config.SMTP_URL &&
  (!config.DATABASE_URL || config.MAILBOX === 'on') &&
  config.MAIN_HOSTS.every((host) => LOOPBACK_HOST.test(host))

/** True for a request from this machine to a loopback name that no proxy has forwarded. */
export const isFromHere = (request: { host: string; address: string; isForwarded: boolean }): boolean =>
  !request.isForwarded && LOOPBACK_HOST.test(request.host) && isLoopbackAddress(request.address)
