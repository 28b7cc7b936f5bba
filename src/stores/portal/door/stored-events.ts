import { persistentStore } from '#browser/platform/persistent-store.ts'
import { listDoorEvents } from '#contracts/portal/door.ts'

/** Event list of the last visit, shown while the device is offline. */
export const $storedEvents = persistentStore('doorEvents', (stored) => {
  const parsed = listDoorEvents.data.safeParse(stored)
  return parsed.success ? parsed.data : undefined
})
