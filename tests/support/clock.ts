import type { Clock } from '#server/context.ts'

export interface FakeClock extends Clock {
  advance: (milliseconds: number) => void
}

export function createFakeClock(start: number): FakeClock {
  let time = start
  return {
    now: () => time,
    advance: (milliseconds) => {
      time += milliseconds
    },
  }
}
