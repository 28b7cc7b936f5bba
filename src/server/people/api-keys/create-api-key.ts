import { randomInt, randomUUID } from 'node:crypto'
import type { createApiKey as contract } from '#contracts/console/developers/api-keys.ts'
import { fail } from '#contracts/platform/errors.ts'
import { toApiKey } from '#model/people/api-keys.ts'
import { succeed } from '#model/platform/result.ts'
import { withReadScopes } from '#model/people/scopes.ts'
import { hashToken, randomToken } from '#server/people/emails/random-token.ts'
import { recordChange } from '#server/platform/audit/record-change.ts'
import { transact } from '#server/platform/db/transact.ts'
import { isStillAuthorised } from '#server/people/promoters/authority-rows.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { countActiveApiKeys, findApiKey, insertApiKey } from './api-key-rows.ts'
import { toApiKeyView } from './api-key-view.ts'

const MAX_KEYS = 50
const CREATING = { name: 'create api key', points: 60, seconds: 3600 }
const DAY_MS = 86_400_000

/** Creates a key and returns it. Only its hash is stored, so it can't be shown again. */
export const createApiKey: UseCase<typeof contract, PromoterCall> = async (context, call) => {
  const { promoterId, actor, body } = call
  const tooMany = await context.limits.consume(CREATING, promoterId)
  if (tooMany) return tooMany
  const now = new Date(context.clock.now())
  // Created before the transaction, so that a retry of the transaction uses the same random values.
  const [id, prefix] = [randomUUID(), newPrefix()]
  const key = toApiKey(prefix, randomToken())
  const days = body.expiresInDays ?? null
  const expiresAt = days === null ? null : new Date(now.getTime() + days * DAY_MS)
  const scopes = withReadScopes(body.scopes)
  const made = { id, promoterId, name: body.name, prefix, scopes, expiresAt }
  return transact(context.db, async (trx) => {
    if (!(await isStillAuthorised(trx, call, 'keys'))) return fail('FORBIDDEN')
    if ((await countActiveApiKeys(trx, promoterId)) >= MAX_KEYS) return fail('API_KEYS_FULL')
    await insertApiKey(trx, { ...made, hash: hashToken(key), accountId: actor.accountId, now })
    const after = { name: body.name, prefix, scopes, expiresAt }
    const subject = { id, name: body.name }
    await recordChange(trx, { promoterId, actor, action: 'api_key.created', subject, after }, now)
    const row = await findApiKey(trx, { promoterId, id })
    if (!row) throw new Error('The inserted key was not found.')
    return succeed({ apiKey: toApiKeyView(row), key })
  })
}

const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789'

const newPrefix = (): string =>
  Array.from({ length: 10 }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('')
