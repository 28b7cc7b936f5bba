import { atom, onMount } from 'nanostores'
import { startTicker, now } from '#browser/platform/clock.ts'

/** Current time in milliseconds, updated every second while subscribed; 0 before the first subscription. */
export const $now = atom(0)

onMount($now, () => {
  $now.set(now())
  return startTicker(() => $now.set(now()), 1000)
})
