import { voucherCodeEnd } from '#model/sales/vouchers/voucher-codes.ts'
import { voucherExpiry, type VoucherKind } from '#model/sales/vouchers/vouchers.ts'
import type { Context } from '#server/context.ts'
import type { PipelinedTransaction } from '#server/platform/db/pipelined.ts'
import { hashVoucherCode, newVoucherCode } from './voucher-secrets.ts'
import { insertVoucher, type VoucherRow } from './voucher-rows.ts'

export interface NewVoucher {
  id: string
  promoterId: string
  kind: VoucherKind
  isPaidIn: boolean
  currency: string
  amountCents: number
  /** At least the minimum by law. */
  expiresAt?: Date
  recipient: string
  note: string
  refundId?: string
}

/** Inserts a voucher with a new code. The caller writes its ledger entries. */
export function sendNewVoucher(
  context: Pick<Context, 'clock' | 'config' | 'encryption'>,
  trx: PipelinedTransaction,
  voucher: NewVoucher,
): void {
  const now = context.clock.now()
  trx.send(
    insertVoucher(trx, {
      ...voucher,
      ...newStoredCode(context, voucher.id),
      expiresAt: voucher.expiresAt ?? minimumExpiry(context),
      refundId: voucher.refundId ?? null,
      createdAt: new Date(now),
    }),
  )
}

/** A new code for a voucher, as it is stored. */
export function newStoredCode(
  { encryption }: Pick<Context, 'encryption'>,
  id: string,
): { code: string; codeHash: Buffer; codeEnd: string } {
  const code = newVoucherCode()
  return {
    code: encryption.encrypt(code, { table: 'vouchers', id }),
    codeHash: hashVoucherCode(code),
    codeEnd: voucherCodeEnd(code),
  }
}

/** Earliest expiry of a voucher that is issued, or gets an amount back, now. */
export const minimumExpiry = ({ clock, config }: Pick<Context, 'clock' | 'config'>): Date =>
  new Date(voucherExpiry(clock.now(), config.VOUCHER_YEARS))

/** The code of a voucher, for its owner and its promoter. */
export const revealCode = (
  { encryption }: Pick<Context, 'encryption'>,
  { id, code }: Pick<VoucherRow, 'id' | 'code'>,
): string => encryption.decrypt(code, { table: 'vouchers', id }).toString('utf8')
