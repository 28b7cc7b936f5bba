export interface Pause {
  /** Calls `work` after `ms`. Replaces work that was started before and hasn't run. */
  start: (work: () => unknown, ms: number) => void
  stop: () => void
}

export function createPause(): Pause {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = (): void => clearTimeout(timer)
  return {
    start: (work, ms) => {
      stop()
      timer = setTimeout(() => void work(), ms)
    },
    stop,
  }
}
