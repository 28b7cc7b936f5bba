import { vi } from 'vitest'

/** Retries `check` until it doesn't throw, and returns its result. The limit is never reached for what arrives, also on busy machines. */
export const waitFor = <Answer>(check: () => Answer | Promise<Answer>): Promise<Answer> =>
  vi.waitFor(check, { timeout: 45_000, interval: 20 })
