import { call } from '#browser/platform/api.ts'
import {
  listMainSiteEvents,
  putEventBack,
  takeEventOff,
  type MainSiteEvent,
} from '#contracts/operator/main-site-events.ts'
import { createList, toListPage } from '#stores/platform/paged-list.ts'

export interface MainSiteEventFilters {
  q?: string
  promoterId?: string
  listing?: 'listed' | 'taken_off'
}

export const mainSiteEvents = createList<MainSiteEvent, MainSiteEventFilters>(async (query) =>
  toListPage(await call(listMainSiteEvents, { query }), ({ events }) => events),
)

export async function removeFromMainSite(id: string, reason: string) {
  const answer = await call(takeEventOff, { params: { id }, body: { reason } })
  if (answer.success) await mainSiteEvents.reload()
  return answer
}

export async function listOnMainSiteAgain(id: string) {
  const answer = await call(putEventBack, { params: { id } })
  if (answer.success) await mainSiteEvents.reload()
  return answer
}
