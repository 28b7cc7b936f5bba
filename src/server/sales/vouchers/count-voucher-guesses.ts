import { fail } from '#contracts/platform/errors.ts'
import type { Failure } from '#model/platform/result.ts'
import { readVoucherCode } from '#model/sales/vouchers/voucher-codes.ts'
import { compareCodes } from '#server/catalog/access/code-guesses.ts'
import type { Context } from '#server/context.ts'
import { hashVoucherCode } from './voucher-secrets.ts'
import { findVoucherByCode } from './voucher-rows.ts'

/** Counts a checkout's unknown codes towards the limit for guesses. Undefined if all codes are known. */
export async function countVoucherGuesses(
  context: Context,
  guess: { promoterId: string; address: string | undefined; codes: readonly string[] },
): Promise<Failure<'RATE_LIMITED' | 'VOUCHER_UNKNOWN'> | undefined> {
  const { promoterId, address, codes } = guess
  if (codes.length === 0) return undefined
  const counted = { kind: 'voucher_code', subjectId: promoterId, address, count: codes.length } as const
  const guessed = await compareCodes(context, counted, async () => {
    const known = await Promise.all(codes.map((code) => isKnown(context, { promoterId, code })))
    const right = known.filter(Boolean).length
    return { matches: right, found: right === codes.length }
  })
  if (!guessed.success) return guessed
  return guessed.data ? undefined : fail('VOUCHER_UNKNOWN')
}

async function isKnown(
  { reads }: Context,
  { promoterId, code }: { promoterId: string; code: string },
): Promise<boolean> {
  const read = readVoucherCode(code)
  if (read === undefined) return false
  const voucher = await findVoucherByCode(reads, { promoterId, codeHash: hashVoucherCode(read) })
  return voucher !== undefined && voucher.status !== 'void'
}
