import { vi } from 'vitest'

/** Until `check` throws no more; its answer. Nobody waits this long for what comes, however busy the machine. */
export const waitFor = <Answer>(check: () => Answer | Promise<Answer>): Promise<Answer> =>
  vi.waitFor(check, { timeout: 45_000, interval: 20 })
