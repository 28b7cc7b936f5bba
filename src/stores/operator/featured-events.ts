import { call } from '#browser/platform/api.ts'
import {
  listFeaturedEvents,
  putFeaturedEvents,
  type FeaturedEvent,
} from '#contracts/operator/main-site-events.ts'
import { createResource, mapData } from '#stores/platform/resource.ts'

export const featuredEvents = createResource<FeaturedEvent[]>(async () =>
  mapData(await call(listFeaturedEvents, {}), ({ events }) => events),
)

/** Saves the list. After a conflict, the current list is loaded. */
export async function saveFeaturedEvents(ids: readonly string[]) {
  const previousIds = featuredEvents.$store.get().data?.map(({ id }) => id) ?? []
  const answer = await call(putFeaturedEvents, { body: { ids: [...ids], previousIds } })
  if (answer.success) featuredEvents.adopt(answer.data.events)
  else await featuredEvents.load()
  return answer
}
