import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** The rooms whose code runs in a browser. Every other test runs in plain Node. */
const IN_A_BROWSER = 'tests/{browser,stores,elements,islands,ui}/**/*.test.{ts,tsx}'

export default defineConfig({
  test: {
    // Most of a test's time is PostgreSQL's: one worker fewer than cores, Vitest's own choice, leaves two cores half idle.
    maxWorkers: Math.max(2, availableParallelism()),
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: [IN_A_BROWSER],
          globalSetup: './tests/support/postgres.ts',
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'dom',
          environment: 'happy-dom',
          include: [IN_A_BROWSER],
          globalSetup: './tests/support/postgres.ts',
          testTimeout: 30_000,
        },
      },
    ],
  },
})
