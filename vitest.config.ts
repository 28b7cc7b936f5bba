import { defineConfig } from 'vitest/config'

/** The rooms whose code runs in a browser. Every other test runs in plain Node. */
const IN_A_BROWSER = 'tests/{browser,stores,elements,islands,ui}/**/*.test.{ts,tsx}'

export default defineConfig({
  test: {
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
