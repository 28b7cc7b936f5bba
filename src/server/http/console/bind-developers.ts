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
import type { BindPromoter } from '#server/http/bindings/bindings.ts'

export function bindDevelopers(bindPromoter: BindPromoter): void {
  bindPromoter(keys.listApiKeys, listApiKeys)
  bindPromoter(keys.createApiKey, createApiKey)
  bindPromoter(keys.revokeApiKey, revokeApiKey)

  bindPromoter(webhooks.listWebhooks, listWebhooks)
  bindPromoter(webhooks.createWebhook, createWebhook)
  bindPromoter(webhooks.putWebhook, putWebhook)
  bindPromoter(webhooks.deleteWebhook, deleteWebhook)
  bindPromoter(webhooks.rotateWebhookSecret, rotateWebhookSecret)
  bindPromoter(webhooks.testWebhook, testWebhook)
  bindPromoter(webhooks.replayWebhook, replayWebhook)
  bindPromoter(webhooks.listDeliveries, listDeliveries)
  bindPromoter(webhooks.getDelivery, getDelivery)
  bindPromoter(webhooks.replayDelivery, replayDelivery)
}
