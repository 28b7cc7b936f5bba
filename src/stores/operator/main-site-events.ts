import { call } from '#browser/platform/api.ts'
import {
  listMainSiteEvents,
  putEventBack,
  takeEventOff,
  type MainSiteEvent,
} from '#contracts/operator/main-site-events.ts'
import { createList, toListPage } from '#stores/platform/paged-list.ts'
import { onSuccess } from '#stores/platform/on-success.ts'

export interface MainSiteEventFilters {
  q?: string
  promoterId?: string
  listing?: 'listed' | 'taken_off'
}

export const mainSiteEvents = createList<MainSiteEvent, MainSiteEventFilters>(async (query) =>
  toListPage(await call(listMainSiteEvents, { query }), ({ events }) => events),
)

export const removeFromMainSite = (id: string, reason: string) =>
  onSuccess(call(takeEventOff, { params: { id }, body: { reason } }), () => mainSiteEvents.reload())

export const listOnMainSiteAgain = (id: string) =>
  onSuccess(call(putEventBack, { params: { id } }), () => mainSiteEvents.reload())
