import type { Trx } from '#server/platform/db/query.ts'

export async function insertRefreshToken(
  trx: Trx,
  token: { sessionId: string; tokenHash: Buffer; now: Date },
): Promise<void> {
  await trx
    .insertInto('refresh_tokens')
    .values({ session_id: token.sessionId, token_hash: token.tokenHash, created_at: token.now })
    .execute()
}

/** Marks the token as used, and stores the seed of its successor. Returns false when it was already used. */
export async function markRefreshTokenUsed(
  trx: Trx,
  token: { tokenHash: Buffer; seed: Buffer; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('refresh_tokens')
    .set({ used_at: token.now, seed: token.seed })
    .where('token_hash', '=', token.tokenHash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Returns the seed of a token's successor, once, if the token was used at or after `usedSince`. */
export async function repeatRefreshToken(
  trx: Trx,
  repeat: { tokenHash: Buffer; usedSince: Date; now: Date },
): Promise<Buffer | undefined> {
  const row = await trx
    .updateTable('refresh_tokens')
    .set({ repeated_at: repeat.now })
    .where('token_hash', '=', repeat.tokenHash)
    .where('used_at', '>=', repeat.usedSince)
    .where('repeated_at', 'is', null)
    .where('seed', 'is not', null)
    .returning('seed')
    .executeTakeFirst()
  return row?.seed ?? undefined
}

export async function isRefreshTokenUnused(
  trx: Trx,
  find: { sessionId: string; tokenHash: Buffer },
): Promise<boolean> {
  const row = await trx
    .selectFrom('refresh_tokens')
    .select('session_id')
    .where('token_hash', '=', find.tokenHash)
    .where('session_id', '=', find.sessionId)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes the session's unused refresh tokens. Called before a token is issued that isn't derived from them. */
export async function deleteUnusedTokens(trx: Trx, sessionId: string): Promise<void> {
  await trx
    .deleteFrom('refresh_tokens')
    .where('session_id', '=', sessionId)
    .where('used_at', 'is', null)
    .execute()
}
