import { fail } from '#contracts/platform/errors.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import type { RefundRow } from './refund-rows.ts'

type Keyed = Pick<RefundRow, 'id' | 'idempotencyKey' | 'requestFingerprint'>

/**
 * Returns the refund or request that an earlier call with the same key recorded; KEY_REUSED if that call asked for something else.
 * Null isn't compared.
 */
export function findRepeatedRefund(
  recorded: readonly Keyed[],
  request: { idempotencyKey: string; requestFingerprint?: string | null | undefined },
): Result<{ refundId: string }, 'KEY_REUSED'> | undefined {
  const before = recorded.find((each) => each.idempotencyKey === request.idempotencyKey)
  if (!before) return undefined
  const isKnown = Boolean(request.requestFingerprint) && before.requestFingerprint !== null
  if (isKnown && before.requestFingerprint !== request.requestFingerprint) return fail('KEY_REUSED')
  return succeed({ refundId: before.id })
}
