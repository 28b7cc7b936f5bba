import * as z from 'zod/mini'
import { keyScope } from '#model/people/scopes.ts'
import { nothing } from '#contracts/platform/nothing.ts'
import { endpoint } from '#contracts/platform/endpoint.ts'
import { idParams } from '#contracts/platform/params.ts'

const apiKey = z.object({
  id: z.string(),
  name: z.string(),
  /** First characters of the key, shown to tell keys apart. */
  prefix: z.string(),
  scopes: z.array(keyScope),
  /** Name of the creator; null once their account is deleted. */
  createdBy: z.nullable(z.string()),
  createdAt: z.string(),
  /** Time of the last use, precise to the minute. */
  lastUsedAt: z.nullable(z.string()),
  expiresAt: z.nullable(z.string()),
  revokedAt: z.nullable(z.string()),
  /** Number of members who joined through invitations created with this key. Revoking the key affects them. */
  members: z.int(),
})
export type ApiKey = z.infer<typeof apiKey>

const name = z
  .string()
  .check(z.trim(), z.minLength(1, 'Enter a name.'), z.maxLength(80, 'Use 80 characters at most.'))

export const listApiKeys = endpoint({
  description: 'Lists API keys, newest first. Revoked keys are listed for a month.',
  method: 'GET',
  path: '/api/promoter/api-keys',
  access: 'promoter',
  scope: 'keys',
  data: z.object({ apiKeys: z.array(apiKey) }),
  errors: ['FORBIDDEN'],
})

export const createApiKey = endpoint({
  description:
    'Creates an API key. `key` is returned only once. With `expiresInDays` null or omitted, the key is ' +
    'valid until it is revoked. A write scope includes its read scope, which the response lists.',
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

export const revokeApiKey = endpoint({
  description:
    'Revokes an API key, its pending invitations and the memberships it granted; `members=keep` keeps ' +
    'the memberships. Idempotent.',
  method: 'DELETE',
  path: '/api/promoter/api-keys/{id}',
  access: 'promoter',
  scope: 'keys',
  params: idParams,
  query: z.object({ members: z.optional(z.enum(['keep', 'remove'])) }),
  data: nothing,
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})
