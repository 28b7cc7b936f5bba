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
  /** Expiry of the voucher. Default and minimum: `minVoucherExpiry`. */
  expiresAt?: Date
  recipient: string
  note: string
  refundId?: string
}

/** Inserts a voucher with a new code. The caller writes its ledger entries. */
export function issueVoucher(
  context: Pick<Context, 'clock' | 'config' | 'encryption'>,
  trx: PipelinedTransaction,
  voucher: NewVoucher,
): void {
  const now = context.clock.now()
  trx.send(
    insertVoucher(trx, {
      ...voucher,
      ...newEncryptedVoucherCode(context, voucher.id),
      expiresAt: voucher.expiresAt ?? minVoucherExpiry(context),
      refundId: voucher.refundId ?? null,
      createdAt: new Date(now),
    }),
  )
}

/** Returns a new random code in the form in which vouchers store it. */
export function newEncryptedVoucherCode(
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

/** Returns the earliest allowed expiry of a voucher that is issued or credited now. */
export const minVoucherExpiry = ({ clock, config }: Pick<Context, 'clock' | 'config'>): Date =>
  new Date(voucherExpiry(clock.now(), config.VOUCHER_YEARS))

export const decryptVoucherCode = (
  { encryption }: Pick<Context, 'encryption'>,
  { id, code }: Pick<VoucherRow, 'id' | 'code'>,
): string => encryption.decrypt(code, { table: 'vouchers', id }).toString('utf8')
