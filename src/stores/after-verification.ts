import { readOwnPath } from '#browser/own-path.ts'
import { persistentText } from '#browser/persistent-store.ts'

/** A path of this site. */
const $afterVerification = persistentText('after_verification')

/** Keeps the way: whoever confirms their address in this browser goes on there. */
export const keepAfterVerification = (path: string): void => $afterVerification.set(path)

/** Once: undefined when nothing was begun before, or for what is no path of this site. */
export function takeAfterVerification(): string | undefined {
  const path = $afterVerification.get()
  $afterVerification.set(undefined)
  return path === undefined ? undefined : readOwnPath(`?next=${encodeURIComponent(path)}`, '') || undefined
}
