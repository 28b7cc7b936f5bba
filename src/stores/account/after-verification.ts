import { readOwnPath } from '#browser/account/own-path.ts'
import { persistentText } from '#browser/platform/persistent-store.ts'

const $afterVerification = persistentText('after_verification')

export const storePathAfterVerification = (path: string): void => $afterVerification.set(path)

/** Returns the stored path and deletes it; undefined when there is none or it isn't a path of this site. */
export function takePathAfterVerification(): string | undefined {
  const path = $afterVerification.get()
  $afterVerification.set(undefined)
  return path === undefined ? undefined : readOwnPath(`?next=${encodeURIComponent(path)}`, '') || undefined
}
