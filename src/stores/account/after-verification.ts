import { readNextPath } from '#browser/account/next-path.ts'
import { persistentTextStore } from '#browser/platform/persistent-store.ts'

const $afterVerification = persistentTextStore('after_verification')

export const storePathAfterVerification = (path: string): void => $afterVerification.set(path)

/** Returns the stored path and deletes it; undefined when there is none or it isn't a path of this site. */
export function consumePathAfterVerification(): string | undefined {
  const path = $afterVerification.get()
  $afterVerification.set(undefined)
  return path === undefined ? undefined : readNextPath(`?next=${encodeURIComponent(path)}`, '') || undefined
}
