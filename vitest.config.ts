import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { FULL_RUN, IS_FULL } from './tests/support/sample.ts'

/** Tests of stores, which load the stores anew for each test. */
const OF_STORES = 'tests/stores/**/*.test.ts'

/** Tests of code that needs a page: all of the browser's modules, and what renders components. Every other test runs in plain Node. */
const IN_A_BROWSER = ['tests/{browser,elements}/**/*.test.{ts,tsx}', 'tests/{islands,ui}/**/*.test.tsx']

/** The browser's storage is set once a page: a page that a test opens anew has its own copy of this module. */
const PER_PAGE = ['@nanostores/persistent']

/**
 * Rooms that run in plain Node also in production: Node loads them itself, instead of Vite for each process. `vi.resetModules`, a new page,
 * keeps them: they hold no state.
 */
const PLAIN_NODE = /\/src\/(?:model|contracts|server)\//

export default defineConfig({
  test: {
    // Node's cache of compiled modules, which each process would otherwise compile anew.
    env: { NODE_COMPILE_CACHE: join(tmpdir(), 'foyer-compile-cache') },
    // Half of a test's time is waiting, for PostgreSQL, a process or a timer: the cores are busy when one worker more than them runs.
    maxWorkers: Math.max(2, availableParallelism() + 1),
    // A limit that only what never comes exceeds, however busy the machine. `waitFor` has the same.
    expect: { poll: { timeout: 45_000, interval: 20 } },
    ...(IS_FULL ? {} : { testNamePattern: new RegExp(`^(?!.*${FULL_RUN})`) }),
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          server: { deps: { external: [PLAIN_NODE] } },
          // Nothing in these rooms lives in a module: files share a worker's process, which loads the server once and not for each.
          isolate: false,
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: [...IN_A_BROWSER, OF_STORES],
          globalSetup: './tests/support/postgres.ts',
          setupFiles: './tests/support/fixed-seed.ts',
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'stores',
          environment: './tests/support/browser-process.ts',
          server: { deps: { inline: PER_PAGE, external: [PLAIN_NODE] } },
          // Files share the process, which loads the server once. Each has a page and modules of its own.
          isolate: false,
          setupFiles: './tests/support/new-page.ts',
          include: [OF_STORES],
          globalSetup: './tests/support/postgres.ts',
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'dom',
          environment: './tests/support/browser-process.ts',
          server: { deps: { inline: PER_PAGE, external: [PLAIN_NODE] } },
          isolate: false,
          setupFiles: './tests/support/new-page.ts',
          include: IN_A_BROWSER,
          globalSetup: './tests/support/postgres.ts',
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
})
