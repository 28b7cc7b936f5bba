import { atom } from 'nanostores'
import { call } from '#browser/platform/api.ts'
import { $chosenPromoterId } from '#browser/account/staff-session.ts'
import { createRetryKey } from '#browser/platform/retry-key.ts'
import {
  checkRegistration,
  checkSiteName,
  openPromoter,
  type SiteNameCheck,
} from '#contracts/console/promoters.ts'
import type { RequestOf, DataOf } from '#contracts/platform/endpoint.ts'
import type { Result } from '#model/platform/result.ts'
import { createResource, mapData } from '#stores/platform/resource.ts'
import { createDebouncer } from '#stores/console/editing/debouncer.ts'
import { withReason } from '#stores/platform/error-message.ts'

export const registration = createResource(async () =>
  mapData(await call(checkRegistration, {}), ({ outcome }) => outcome),
)

/** Availability of the site name entered last. `check` is undefined while loading. */
export const $siteName = atom<{ name: string; check?: SiteNameCheck; failure?: string }>({ name: '' })

/** Delay after the last input before the name is checked, in milliseconds. */
const PAUSE_MS = 250
const pause = createDebouncer()

export function writeSiteName(name: string): void {
  if (name === $siteName.get().name) return
  pause.stop()
  $siteName.set({ name })
  if (name !== '') pause.start(() => check(name), PAUSE_MS)
}

async function check(name: string): Promise<void> {
  const answer = await call(checkSiteName, { query: { name } })
  if ($siteName.get().name !== name) return
  $siteName.set(answer.success ? { name, check: answer.data } : { name, failure: answer.error.message })
}

type PromoterRequest = RequestOf<typeof openPromoter>['body']

const retryKey = createRetryKey()

export async function openOwnPromoter(body: PromoterRequest): Promise<Result<DataOf<typeof openPromoter>>> {
  const answer = withReason(await call(openPromoter, { body }, retryKey.headersOf(body)))
  if (!answer.success) return answer
  $chosenPromoterId.set(answer.data.id)
  return answer
}
