import type {
  revealVoucher as revealContract,
  voidVoucher as voidContract,
} from '#contracts/console/pricing/vouchers.ts'
import { fail } from '#contracts/platform/errors.ts'
import { voucherEndEntries } from '#model/money/ledger.ts'
import { succeed } from '#model/platform/result.ts'
import { formatVoucherCode } from '#model/sales/vouchers/voucher-codes.ts'
import { recordChange } from '#server/platform/audit/record-change.ts'
import { transact } from '#server/platform/db/transact.ts'
import { writeLedger } from '#server/platform/ledger/ledger-rows.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { decryptVoucherCode } from './issue-voucher.ts'
import { viewVoucher } from './list-vouchers.ts'
import { findVoucherListRows } from './voucher-list-rows.ts'
import { changeVoucherStatus, findVoucher, lockVouchers } from './voucher-rows.ts'

/** Voids a gift voucher. A voucher that is already void stays unchanged. */
export const voidVoucher: UseCase<typeof voidContract, PromoterCall> = async (
  context,
  { promoterId, actor, params: { id } },
) =>
  transact(context.db, async (trx) => {
    const now = new Date(context.clock.now())
    const [voucher] = await lockVouchers(trx, { promoterId, ids: [id] })
    if (!voucher) return fail('NOT_FOUND')
    if (voucher.isPaidIn) return fail('VOUCHER_PAID_IN')
    const { currency, balanceCents, codeEnd, status } = voucher
    if (status === 'active') {
      const fact = {
        fact: `voucher_voided:${id}:${crypto.randomUUID()}`,
        kind: 'voucher_voided',
        entries: voucherEndEntries({ voucherId: id, amountCents: balanceCents, isPaidIn: false }),
      } as const
      trx.send(
        changeVoucherStatus(trx, { promoterId, id, to: 'void' }),
        writeLedger(trx, [{ ...fact, promoterId, orderId: null, currency }], now),
        recordChange(
          trx,
          {
            promoterId,
            actor,
            action: 'voucher.voided',
            subject: { id, name: `…${codeEnd}` },
            after: { amount: { cents: balanceCents, currency } },
          },
          now,
        ),
      )
    }
    const [row] = await findVoucherListRows(trx, { promoterId, ids: [id], now })
    return row ? succeed({ voucher: viewVoucher(row) }) : fail('NOT_FOUND')
  })

export const revealVoucher: UseCase<typeof revealContract, PromoterCall> = async (
  context,
  { promoterId, actor, params: { id } },
) => {
  const voucher = await findVoucher(context.db, { promoterId, id })
  if (!voucher) return fail('NOT_FOUND')
  if (voucher.isPaidIn) return fail('VOUCHER_PAID_IN')
  const subject = { id, name: `…${voucher.codeEnd}` }
  const change = { promoterId, actor, action: 'voucher.code_shown', subject } as const
  await recordChange(context.db, change, new Date(context.clock.now()))
  return succeed({ code: formatVoucherCode(decryptVoucherCode(context, voucher)) })
}
