import { pino, type Logger } from 'pino'

/** LOG_LEVEL=debug prints the log of a test's server. */
export const silentLog = (): Logger => pino({ level: process.env['LOG_LEVEL'] ?? 'silent' })
