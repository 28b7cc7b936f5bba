import * as keys from '#contracts/console/api-keys.ts'
import * as webhooks from '#contracts/console/webhooks.ts'
import { createApiKey } from '../../api-keys/create-api-key.ts'
import { listApiKeys } from '../../api-keys/list-api-keys.ts'
import { revokeApiKey } from '../../api-keys/revoke-api-key.ts'
import { createWebhook } from '../../webhooks/create-webhook.ts'
import { deleteWebhook } from '../../webhooks/delete-webhook.ts'
import { getDelivery } from '../../webhooks/get-delivery.ts'
import { listDeliveries } from '../../webhooks/list-deliveries.ts'
import { listWebhooks } from '../../webhooks/list-webhooks.ts'
import { putWebhook } from '../../webhooks/put-webhook.ts'
import { replayDelivery, replayWebhook } from '../../webhooks/replay.ts'
import { rotateWebhookSecret } from '../../webhooks/rotate-webhook-secret.ts'
import { testWebhook } from '../../webhooks/test-webhook.ts'
import type { BindPromoter } from '../bindings.ts'

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
