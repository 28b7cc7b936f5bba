import * as keys from '#contracts/console/developers/api-keys.ts'
import * as webhooks from '#contracts/console/developers/webhooks.ts'
import { createApiKey } from '#server/people/api-keys/create-api-key.ts'
import { listApiKeys } from '#server/people/api-keys/list-api-keys.ts'
import { revokeApiKey } from '#server/people/api-keys/revoke-api-key.ts'
import { createWebhook } from '#server/people/webhooks/create-webhook.ts'
import { deleteWebhook } from '#server/people/webhooks/delete-webhook.ts'
import { getDelivery } from '#server/people/webhook-deliveries/get-delivery.ts'
import { listDeliveries } from '#server/people/webhook-deliveries/list-deliveries.ts'
import { listWebhooks } from '#server/people/webhooks/list-webhooks.ts'
import { putWebhook } from '#server/people/webhooks/put-webhook.ts'
import { replayDelivery, replayWebhook } from '#server/people/webhook-deliveries/replay.ts'
import { rotateWebhookSecret } from '#server/people/webhooks/rotate-webhook-secret.ts'
import { testWebhook } from '#server/people/webhook-deliveries/test-webhook.ts'
import type { Bind } from '#server/http/bindings/bindings.ts'

export function bindDevelopers(bind: Bind): void {
  bind(keys.listApiKeys, listApiKeys)
  bind(keys.createApiKey, createApiKey)
  bind(keys.revokeApiKey, revokeApiKey)

  bind(webhooks.listWebhooks, listWebhooks)
  bind(webhooks.createWebhook, createWebhook)
  bind(webhooks.putWebhook, putWebhook)
  bind(webhooks.deleteWebhook, deleteWebhook)
  bind(webhooks.rotateWebhookSecret, rotateWebhookSecret)
  bind(webhooks.testWebhook, testWebhook)
  bind(webhooks.replayWebhook, replayWebhook)
  bind(webhooks.listDeliveries, listDeliveries)
  bind(webhooks.getDelivery, getDelivery)
  bind(webhooks.replayDelivery, replayDelivery)
}
