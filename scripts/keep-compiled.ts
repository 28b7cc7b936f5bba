import { enableCompileCache, flushCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

const FOLDER = fileURLToPath(new URL('../node_modules/.cache/foyer', import.meta.url))

/** The first page is served before. */
const WRITE_AFTER_MS = 10_000

/**
 * Keeps compiled modules for the next start: compiling and removing types takes half of it. Where the code is read-only, as in the image and
 * under systemd, nothing is kept, because who can write there could change the code. NODE_COMPILE_CACHE names another folder.
 */
export function keepCompiled(): void {
  enableCompileCache(FOLDER)
  // Node itself writes when it exits, which a killed process doesn't.
  setTimeout(flushCompileCache, WRITE_AFTER_MS).unref()
}
