import { buildIfNeeded } from './build-if-needed.ts'

/** `npm start`: builds if needed, then starts Foyer. */
process.env['NODE_ENV'] ??= 'production'
buildIfNeeded()
await import('../src/server/main.ts')
