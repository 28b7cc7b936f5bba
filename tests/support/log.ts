import { pino, type Logger } from 'pino'

/** LOG_LEVEL=debug shows what a failing test's server said. */
export const silentLog = (): Logger => pino({ level: process.env['LOG_LEVEL'] ?? 'silent' })
