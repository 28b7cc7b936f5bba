import { call } from '#browser/platform/api.ts'
import { listOwnTickets } from '#contracts/account/own-tickets.ts'
import { createResource, mapData } from '#stores/platform/resource.ts'

export const { $store: $ownTickets, load: loadOwnTickets } = createResource(async () =>
  mapData(await call(listOwnTickets, {}), ({ events }) => events),
)
