import type { issueVouchers as contract, VoucherFields } from '#contracts/console/pricing/vouchers.ts'
import { fail } from '#contracts/platform/errors.ts'
import { voucherGrantEntries } from '#model/money/ledger.ts'
import { toCents } from '#model/platform/money.ts'
import { succeed } from '#model/platform/result.ts'
import { formatVoucherCode } from '#model/sales/vouchers/voucher-codes.ts'
import type { Context } from '#server/context.ts'
import { recordChange } from '#server/platform/audit/record-change.ts'
import { derivedId } from '#server/platform/ids/derived-id.ts'
import { transact } from '#server/platform/db/transact.ts'
import { writeLedger } from '#server/platform/ledger/ledger-rows.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { minVoucherExpiry, decryptVoucherCode, issueVoucher } from './issue-voucher.ts'
import { viewVoucher } from './list-vouchers.ts'
import { findVoucherListRows, type VoucherListRow } from './voucher-list-rows.ts'
import { findVoucher, lockVoucherIssuing } from './voucher-rows.ts'

const ISSUING = { name: 'issue vouchers', points: 5000, seconds: 86_400 }

/**
 * Issues gift vouchers, with one entry in the audit log. The vouchers' ids are derived from the Idempotency-Key, so that a
 * repeated call finds them.
 */
export const issueVouchers: UseCase<typeof contract, PromoterCall> = async (context, call) => {
  const { promoterId, actor, body, idempotencyKey } = call
  const expiresAt = readExpiry(context, body)
  if (!expiresAt)
    return fail('VALIDATION_ERROR', [{ path: 'validUntil', message: tooEarly(minVoucherExpiry(context)) }])
  const idAt = (at: number): string => derivedId(`voucher ${promoterId} ${at} ${idempotencyKey}`)
  const ids = Array.from({ length: body.count }, (_, at) => idAt(at))
  const [first = ''] = ids
  const amountCents = toCents(body.amount, body.currency)
  const now = new Date(context.clock.now())
  const isRepeated = (await findVoucher(context.db, { promoterId, id: first })) !== undefined
  const tooMany = isRepeated ? undefined : await context.limits.consume(ISSUING, promoterId, body.count)
  if (tooMany) return tooMany
  await transact<null, never>(context.db, async (trx) => {
    await lockVoucherIssuing(trx, promoterId)
    if (await findVoucher(trx, { promoterId, id: first })) return succeed(null)
    const { currency, recipient, note } = body
    for (const id of ids)
      issueVoucher(context, trx, {
        id,
        promoterId,
        kind: 'gift',
        isPaidIn: false,
        currency,
        amountCents,
        expiresAt,
        recipient,
        note,
      })
    const facts = ids.map((id) => ({
      fact: `voucher:${id}`,
      kind: 'voucher_issued' as const,
      entries: voucherGrantEntries(id, amountCents),
      promoterId,
      orderId: null,
      currency,
    }))
    const after = {
      count: ids.length,
      amount: { cents: amountCents, currency },
      expiresAt: expiresAt.toISOString(),
      note,
    }
    const subject = { id: first, name: recipient === '' ? 'Gift vouchers' : recipient }
    trx.send(
      writeLedger(trx, facts, now),
      recordChange(trx, { promoterId, actor, action: 'voucher.issued', subject, after }, now),
    )
    return succeed(null)
  })
  const rows = await findVoucherListRows(context.db, { promoterId, ids: [...ids, idAt(ids.length)], now })
  const requested = { ...body, amountCents, expiresAt }
  if (rows.length !== ids.length || rows.some((row) => isOther(requested, row))) return fail('KEY_REUSED')
  return succeed({
    vouchers: rows.map((row) => ({
      ...viewVoucher(row),
      code: formatVoucherCode(decryptVoucherCode(context, row)),
    })),
  })
}

/**
 * True if the vouchers of an earlier call differ from the requested ones. The expiry is only compared if a day was
 * chosen, because otherwise it depends on the year of the request.
 */
const isOther = (
  requested: VoucherFields & { amountCents: number; expiresAt: Date },
  { currency, amountCents, recipient, note, expiresAt }: VoucherListRow,
): boolean =>
  currency !== requested.currency ||
  amountCents !== requested.amountCents ||
  recipient !== requested.recipient ||
  note !== requested.note ||
  (requested.validUntil !== null && expiresAt.getTime() !== requested.expiresAt.getTime())

/** Returns the expiry of the vouchers. Undefined if the requested day is before the minimum. */
function readExpiry(context: Context, { validUntil }: VoucherFields): Date | undefined {
  const minimum = minVoucherExpiry(context)
  if (validUntil === null) return minimum
  const chosen = new Date(Date.parse(`${validUntil}T00:00:00Z`) + 86_400_000)
  return chosen < minimum ? undefined : chosen
}

const tooEarly = (minimum: Date): string =>
  `Vouchers must be valid until at least ${new Date(minimum.getTime() - 1).toISOString().slice(0, 10)}.`
