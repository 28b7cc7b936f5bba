import type { Environment } from 'vitest/runtime'

/** Loads modules as for a browser. The page itself is opened for each file (`new-page.ts`). */
const browserProcess: Environment = {
  name: 'browser-process',
  viteEnvironment: 'client',
  setup: () => ({ teardown: () => undefined }),
}

export default browserProcess
