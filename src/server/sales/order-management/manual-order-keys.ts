import { createHmac } from 'node:crypto'
import type { AuthKey } from '#server/platform/encryption/auth-key-rows.ts'

/** Cart ids of manual orders, from the Idempotency-Key and signed with the server's keys: visitors can't compute one. */
export interface ManualOrderKeys {
  /** One id per server key, the newest key first, so that repeats are recognised after key rotation. */
  cartIds: (promoterId: string, idempotencyKey: string) => [string, ...string[]]
}

export function createManualOrderKeys([newest, ...others]: readonly [
  AuthKey,
  ...AuthKey[],
]): ManualOrderKeys {
  return {
    cartIds: (promoterId, idempotencyKey) => {
      const cartId = ({ secret }: AuthKey): string =>
        toUuid(
          createHmac('sha256', secret).update(`manual order ${promoterId}\n${idempotencyKey}`).digest('hex'),
        )
      return [cartId(newest), ...others.map(cartId)]
    },
  }
}

/** Formats as UUID version 8 (RFC 9562). */
function toUuid(hex: string): string {
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 0x3) | 0x8).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
