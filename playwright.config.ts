import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'playwright/test'
import { findBrowser } from './e2e/support/browser.ts'
import { FULL_RUN, IS_FULL } from './tests/support/sample.ts'

// Node's cache of compiled modules: a Foyer process starts in half the time.
process.env['NODE_COMPILE_CACHE'] ??= join(tmpdir(), 'foyer-compile-cache')

const launchOptions = await findBrowser()

export default defineConfig({
  testDir: 'e2e',
  // Node runs the server's TypeScript itself, from its cache of compiled modules.
  build: { external: ['**/src/**', '**/tests/support/**'] },
  globalSetup: './e2e/support/global-setup.ts',
  fullyParallel: false,
  // A test waits for a third of its time, for the page, PostgreSQL or a timer.
  workers: 3,
  retries: 0,
  ...(IS_FULL ? {} : { grepInvert: new RegExp(FULL_RUN) }),
  // Limits that only what never comes exceeds, however busy the machine.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  outputDir: 'test-results',
  use: {
    launchOptions,
    viewport: { width: 1280, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    // Animations cost much of a journey's time. Suites about motion ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
  },
})
