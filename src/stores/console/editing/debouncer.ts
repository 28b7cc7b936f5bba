export interface Debouncer {
  /** Calls `work` after `ms` milliseconds. Cancels earlier work that hasn't run yet. */
  start: (work: () => unknown, ms: number) => void
  stop: () => void
}

export function createDebouncer(): Debouncer {
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
