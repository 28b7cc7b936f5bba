import { persistentStore } from '#browser/platform/persistent-store.ts'

/** True once the door has been opened in this browser, so that signing out deletes its data. */
export const $hasDoorData = persistentStore('doorData', (stored): true | undefined =>
  stored === true ? true : undefined,
)
