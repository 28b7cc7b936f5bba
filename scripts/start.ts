import { buildOrExit } from './build-if-needed.ts'
import { keepCompiled } from './keep-compiled.ts'

/** `npm start`: builds if needed, then starts Foyer. */
const environment = { ...process.env }
// The development build of React renders pages a third slower. Set before React is imported, and after the settings were copied.
process.env['NODE_ENV'] ||= 'production'
buildOrExit()
keepCompiled()
const { start } = await import('../src/server/main.ts')
await start(environment)
