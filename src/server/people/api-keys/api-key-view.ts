import type { ApiKey } from '#contracts/console/developers/api-keys.ts'
import { formatKeyPrefix } from '#model/people/api-keys.ts'
import { KEY_SCOPES } from '#model/people/scopes.ts'
import type { ApiKeyRow } from './api-key-rows.ts'

export const toApiKeyView = (row: ApiKeyRow): ApiKey => ({
  id: row.id,
  name: row.name,
  prefix: formatKeyPrefix(row.prefix),
  scopes: KEY_SCOPES.filter((scope) => row.scopes.includes(scope)),
  createdBy: row.createdBy || null,
  createdAt: row.createdAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  expiresAt: row.expiresAt?.toISOString() ?? null,
  members: row.members,
  revokedAt: row.revokedAt?.toISOString() ?? null,
})
