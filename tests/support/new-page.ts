import { afterAll, expect, vi } from 'vitest'
import { builtinEnvironments } from 'vitest/runtime'
import browserProcess from './browser-process.ts'

/** Opens a page for the test file, unless it runs in plain Node, and closes it with what the file has loaded. */
if (expect.getState().environment === browserProcess.name) {
  const page = await builtinEnvironments['happy-dom'].setup(globalThis, {})
  afterAll(async () => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
    vi.resetModules()
    await page.teardown(globalThis)
  })
}
