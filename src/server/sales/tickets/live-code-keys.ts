import { hkdfSync } from 'node:crypto'
import type { Context } from '#server/context.ts'
import { readSigningKey } from './sign-tickets.ts'

const KEY_BYTES = 32

/**
 * Returns the key from which the secrets of an event's live codes are derived. It is derived from the promoter's signing
 * key, which never changes and never leaves the server; a door device only gets the keys of its events.
 */
export async function readLiveCodeKey(
  context: Context,
  { promoterId, eventId }: { promoterId: string; eventId: string },
): Promise<Buffer<ArrayBuffer>> {
  const signingKey = await readSigningKey(context, promoterId)
  const { d: seed = '' } = signingKey.export({ format: 'jwk' })
  return Buffer.from(
    hkdfSync('sha256', Buffer.from(seed, 'base64url'), '', `live codes ${eventId}`, KEY_BYTES),
  )
}
