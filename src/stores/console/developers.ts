import * as keys from '#contracts/console/developers/api-keys.ts'
import * as hooks from '#contracts/console/developers/webhooks.ts'
import type { RequestOf } from '#contracts/platform/endpoint.ts'
import type { Result } from '#model/platform/result.ts'
import { callPromoter } from './own-promoters.ts'
import { createList, toListPage } from '#stores/platform/paged-list.ts'
import { withReason } from '#stores/platform/error-message.ts'
import { createResource, mapData } from '#stores/platform/resource.ts'

export const { $store: $apiKeys, load: loadApiKeys } = createResource(async () =>
  mapData(await callPromoter(keys.listApiKeys, {}), ({ apiKeys }) => apiKeys),
)
export const { $store: $webhooks, load: loadWebhooks } = createResource(async () =>
  mapData(await callPromoter(hooks.listWebhooks, {}), ({ webhooks }) => webhooks),
)

export async function createApiKey(body: RequestOf<typeof keys.createApiKey>['body']) {
  const answer = await callPromoter(keys.createApiKey, { body })
  if (answer.success) await loadApiKeys()
  return withReason(answer)
}

/** Revokes an API key. `members`: what happens to the memberships that were created with the key. */
export async function revokeApiKey(id: string, members: 'keep' | 'remove') {
  const answer = await callPromoter(keys.revokeApiKey, { params: { id }, query: { members } })
  if (answer.success) await loadApiKeys()
  return withReason(answer)
}

export const createWebhook = async (body: RequestOf<typeof hooks.createWebhook>['body']) =>
  afterwards(await callPromoter(hooks.createWebhook, { body }))

export const putWebhook = async (id: string, body: RequestOf<typeof hooks.putWebhook>['body']) =>
  afterwards(await callPromoter(hooks.putWebhook, { params: { id }, body }))

export const deleteWebhook = async (id: string) =>
  afterwards(await callPromoter(hooks.deleteWebhook, { params: { id } }))

export const rotateWebhookSecret = async (id: string) =>
  afterwards(await callPromoter(hooks.rotateWebhookSecret, { params: { id } }))

/** Sends a test message and reloads the delivery log, which then includes it. */
export async function testWebhook(id: string) {
  const answer = await callPromoter(hooks.testWebhook, { params: { id } })
  await deliveries.reload()
  return withReason(answer)
}

export async function replayWebhook(id: string, since: string) {
  const answer = await callPromoter(hooks.replayWebhook, { params: { id }, body: { since } })
  await deliveries.reload()
  return afterwards(answer)
}

export type WebhookLogFilters = Pick<
  RequestOf<typeof hooks.listDeliveries>['query'],
  'status' | 'type' | 'webhookId'
>

export const deliveries = createList<hooks.Delivery, WebhookLogFilters>(async (query) =>
  toListPage(await callPromoter(hooks.listDeliveries, { query }), (page) => page.deliveries),
)

export const getDelivery = (id: string) => callPromoter(hooks.getDelivery, { params: { id } })

export async function replayDelivery(id: string) {
  const answer = await callPromoter(hooks.replayDelivery, { params: { id } })
  if (answer.success) deliveries.replace((row) => row.id === id, answer.data.delivery)
  return afterwards(answer)
}

async function afterwards<Data>(answer: Result<Data>): Promise<Result<Data>> {
  if (answer.success) await loadWebhooks()
  return withReason(answer)
}
