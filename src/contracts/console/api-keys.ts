import * as z from 'zod/mini'
import { reference } from '#model/bounds.ts'
import { keyScope } from '#model/scopes.ts'
import { nothing } from '../accounts.ts'
import { endpoint } from '../endpoint.ts'

const apiKey = z.object({
  id: z.string(),
  name: z.string(),
  /** The beginning, by which people tell keys apart. */
  prefix: z.string(),
  scopes: z.array(keyScope),
  /** Who made it; null once their account is gone. */
  createdBy: z.nullable(z.string()),
  createdAt: z.string(),
  /** To the minute. */
  lastUsedAt: z.nullable(z.string()),
  expiresAt: z.nullable(z.string()),
  revokedAt: z.nullable(z.string()),
  /** People who joined through its invitations and whose membership depends on it. */
  members: z.int(),
})
export type ApiKey = z.infer<typeof apiKey>

const name = z
  .string()
  .check(z.trim(), z.minLength(1, 'Say what the key is for.'), z.maxLength(80, 'Use 80 characters at most.'))

/** The latest first; revoked ones stay for a month. */
export const listApiKeys = endpoint({
  method: 'GET',
  path: '/api/promoter/api-keys',
  access: 'promoter',
  scope: 'keys',
  data: z.object({ apiKeys: z.array(apiKey) }),
  errors: ['FORBIDDEN'],
})

/**
 * `key` is returned only here. `expiresInDays` null: valid until it is revoked. A scope to write includes the scope to read, which
 * the answer lists.
 */
export const createApiKey = endpoint({
  method: 'POST',
  path: '/api/promoter/api-keys',
  access: 'promoter',
  scope: 'keys',
  body: z.object({
    name,
    scopes: z.array(keyScope).check(z.minLength(1, 'Choose what the key may do.'), z.maxLength(40)),
    expiresInDays: z.optional(z.nullable(z.int().check(z.gte(1), z.lte(3650)))),
  }),
  data: z.object({ apiKey, key: z.string() }),
  status: 201,
  errors: ['FORBIDDEN', 'API_KEYS_FULL', 'RATE_LIMITED'],
})

/**
 * Revokes a key, its open invitations, and the memberships that it gave: `members=keep` keeps those. Revoking it again changes
 * nothing.
 */
export const revokeApiKey = endpoint({
  method: 'DELETE',
  path: '/api/promoter/api-keys/{id}',
  access: 'promoter',
  scope: 'keys',
  params: z.object({ id: reference }),
  query: z.object({ members: z.optional(z.enum(['keep', 'remove'])) }),
  data: nothing,
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})
