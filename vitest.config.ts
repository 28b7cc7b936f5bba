import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: ['tests/{model,contracts,server,components}/**/*.test.ts'],
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
          include: ['tests/{browser,stores,elements,islands}/**/*.test.{ts,tsx}'],
          globalSetup: './tests/support/postgres.ts',
          testTimeout: 30_000,
        },
      },
    ],
  },
})
