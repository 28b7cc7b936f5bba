import { buildIfNeeded } from './build-if-needed.ts'

/** `npm start`: builds when needed, then opens the doors. */
process.env['NODE_ENV'] ??= 'production'
buildIfNeeded()
await import('../src/server/main.ts')
