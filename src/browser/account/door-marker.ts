import { persistentStore } from '#browser/platform/persistent-store.ts'

/** True once the door was opened in this browser, so that signing out must delete its data. */
export const $hasDoorData = persistentStore('doorData', (stored): true | undefined =>
  stored === true ? true : undefined,
)
