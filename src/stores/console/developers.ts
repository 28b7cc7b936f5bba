import { atom, onMount, type WritableAtom } from 'nanostores'
import * as keys from '#contracts/console/api-keys.ts'
import * as hooks from '#contracts/console/webhooks.ts'
import type { CallOf } from '#contracts/endpoint.ts'
import type { Result } from '#model/platform/result.ts'
import { LOADING, type Loaded } from '../loaded.ts'
import { callPromoter } from '../own-promoters.ts'
import { listStore } from '../promoter-list.ts'
import { withReason } from '../refusal-words.ts'

export const $apiKeys: WritableAtom<Loaded<keys.ApiKey[]>> = atom(LOADING)
export const $webhooks: WritableAtom<Loaded<hooks.Webhook[]>> = atom(LOADING)

onMount($apiKeys, () => void loadApiKeys())
onMount($webhooks, () => void loadWebhooks())

/** Existing data stays when reloading fails. */
export async function loadApiKeys(): Promise<void> {
  const answer = await callPromoter(keys.listApiKeys, {})
  if (answer.success) $apiKeys.set({ data: answer.data.apiKeys })
  else if (!$apiKeys.get().data) $apiKeys.set({ failure: answer.error.message })
}

export async function createApiKey(body: CallOf<typeof keys.createApiKey>['body']) {
  const answer = await callPromoter(keys.createApiKey, { body })
  if (answer.success) await loadApiKeys()
  return withReason(answer)
}

/** `members`: what happens to the memberships that the key created. */
export async function revokeApiKey(id: string, members: 'keep' | 'remove') {
  const answer = await callPromoter(keys.revokeApiKey, { params: { id }, query: { members } })
  if (answer.success) await loadApiKeys()
  return withReason(answer)
}

export async function loadWebhooks(): Promise<void> {
  const answer = await callPromoter(hooks.listWebhooks, {})
  if (answer.success) $webhooks.set({ data: answer.data.webhooks })
  else if (!$webhooks.get().data) $webhooks.set({ failure: answer.error.message })
}

export const createWebhook = async (body: CallOf<typeof hooks.createWebhook>['body']) =>
  afterwards(await callPromoter(hooks.createWebhook, { body }))

export const putWebhook = async (id: string, body: CallOf<typeof hooks.putWebhook>['body']) =>
  afterwards(await callPromoter(hooks.putWebhook, { params: { id }, body }))

export const deleteWebhook = async (id: string) =>
  afterwards(await callPromoter(hooks.deleteWebhook, { params: { id } }))

export const rotateWebhookSecret = async (id: string) =>
  afterwards(await callPromoter(hooks.rotateWebhookSecret, { params: { id } }))

/** Reloads the delivery log, which contains the test. */
export async function testWebhook(id: string) {
  const answer = await callPromoter(hooks.testWebhook, { params: { id } })
  await $log.load(filters)
  return withReason(answer)
}

export async function replayWebhook(id: string, since: string) {
  const answer = await callPromoter(hooks.replayWebhook, { params: { id }, body: { since } })
  await $log.load(filters)
  return afterwards(answer)
}

export type LogFilters = Pick<CallOf<typeof hooks.listDeliveries>['query'], 'status' | 'type' | 'webhookId'>

const $log = listStore<hooks.Delivery, LogFilters>(async (asked, cursor) => {
  const query = { ...asked, ...(cursor === undefined ? {} : { cursor }) }
  const answer = await callPromoter(hooks.listDeliveries, { query })
  if (!answer.success) return answer
  const { deliveries: rows, nextCursor } = answer.data
  return { ...answer, data: { rows, nextCursor } }
})

let filters: LogFilters = {}

export const $deliveries = $log.$list
export const moreDeliveries = $log.more

export function loadDeliveries(asked: LogFilters): Promise<void> {
  filters = asked
  return $log.load(asked)
}

export const getDelivery = (id: string) => callPromoter(hooks.getDelivery, { params: { id } })

export async function replayDelivery(id: string) {
  const answer = await callPromoter(hooks.replayDelivery, { params: { id } })
  if (answer.success) $log.replace((row) => row.id === id, answer.data.delivery)
  return afterwards(answer)
}

async function afterwards<Data>(answer: Result<Data>): Promise<Result<Data>> {
  if (answer.success) await loadWebhooks()
  return withReason(answer)
}
