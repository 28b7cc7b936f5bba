import { atom, onMount } from 'nanostores'
import { keepTime, now } from '#browser/clock.ts'

/** The time in milliseconds, each second anew while somebody looks; 0 before anybody does. */
export const $now = atom(0)

onMount($now, () => {
  $now.set(now())
  return keepTime(() => $now.set(now()), 1000)
})
