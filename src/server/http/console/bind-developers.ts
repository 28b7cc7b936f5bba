import {
  createApiKey as createApiKeyContract,
  listApiKeys as listApiKeysContract,
  revokeApiKey as revokeApiKeyContract,
} from '#contracts/console/api-keys.ts'
import { createApiKey } from '../../api-keys/create-api-key.ts'
import { listApiKeys } from '../../api-keys/list-api-keys.ts'
import { revokeApiKey } from '../../api-keys/revoke-api-key.ts'
import type { BindPromoter } from '../bindings.ts'

/** What programs work with: keys, and webhooks. */
export function bindDevelopers(bindPromoter: BindPromoter): void {
  bindPromoter(listApiKeysContract, listApiKeys)
  bindPromoter(createApiKeyContract, createApiKey)
  bindPromoter(revokeApiKeyContract, revokeApiKey)
}
