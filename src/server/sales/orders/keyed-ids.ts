import { createHmac } from 'node:crypto'
import type { AuthKey } from '#server/platform/encryption/auth-key-rows.ts'

/** Ids derived from an Idempotency-Key and signed with the server's keys, so that a retry finds the first result. */
export interface KeyedIds {
  /**
   * Returns the possible cart ids of a manual order, which visitors can't compute: one per server key, newest key first, so
   * that repeats are recognised after key rotation.
   */
  cartIds: (promoterId: string, idempotencyKey: string) => [string, ...string[]]
  /** Returns the possible ids of the new link that replaces an order's link, newest key first. */
  linkIds: (linkId: string, idempotencyKey: string) => [string, ...string[]]
}

export function createKeyedIds([newest, ...others]: readonly [AuthKey, ...AuthKey[]]): KeyedIds {
  const idsOf = (text: string): [string, ...string[]] => {
    const idOf = ({ secret }: AuthKey): string =>
      toUuid(createHmac('sha256', secret).update(text).digest('hex'))
    return [idOf(newest), ...others.map(idOf)]
  }
  return {
    cartIds: (promoterId, idempotencyKey) => idsOf(`manual order ${promoterId}\n${idempotencyKey}`),
    linkIds: (linkId, idempotencyKey) => idsOf(`order link ${linkId}\n${idempotencyKey}`),
  }
}

/** Formats as UUID version 8 (RFC 9562). */
function toUuid(hex: string): string {
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 0x3) | 0x8).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
