import type { Config } from '../config.ts'

/** Names of this machine that no other can be reached by. Storefronts of the demo end in .localhost and are not among them. */
const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

const LOOPBACK_ADDRESS = /^(?:::ffff:)?(127(\.\d{1,3}){3}|::1)$/

/**
 * Whether mails land at /dev/mailbox: links that open accounts stand there, so never where a mail server is set, nor with a
 * database that somebody has set up, unless they say so, nor with a main site that others can reach.
 */
export const hasMailbox = (
  config: Pick<Config, 'SMTP_URL' | 'DATABASE_URL' | 'MAILBOX' | 'MAIN_HOSTS'>,
): boolean =>
  !config.SMTP_URL &&
  (!config.DATABASE_URL || config.MAILBOX === 'on') &&
  config.MAIN_HOSTS.every((host) => LOOPBACK_HOST.test(host))

/** Whether a request comes from this machine, to a name of this machine, and through nobody else. */
export const isFromHere = (request: { host: string; address: string; isForwarded: boolean }): boolean =>
  !request.isForwarded && LOOPBACK_HOST.test(request.host) && LOOPBACK_ADDRESS.test(request.address)
