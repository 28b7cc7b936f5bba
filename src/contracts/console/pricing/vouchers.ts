import * as z from 'zod/mini'
import { cursor } from '#model/platform/bounds.ts'
import { currency } from '#model/platform/currency.ts'
import { isWholeCents } from '#model/platform/money.ts'
import { voucherKind } from '#model/sales/vouchers/vouchers.ts'
import { endpoint } from '#contracts/platform/endpoint.ts'
import { idParams } from '#contracts/platform/params.ts'

export const MAX_VOUCHER_BATCH = 500
const MAX_VOUCHER_AMOUNT = 100_000

/** `used`: the balance is 0. */
export const voucherState = z.enum(['active', 'used', 'expired', 'void'])
export type VoucherState = z.infer<typeof voucherState>

/** A voucher as its promoter sees it. Amounts in major units. */
export const voucher = z.object({
  id: z.string(),
  kind: voucherKind,
  state: voucherState,
  /** Last four characters of the code. */
  codeEnd: z.string(),
  currency: z.string(),
  /** Amount at the time of issue. */
  amount: z.number(),
  balance: z.number(),
  /** Part of the balance that unpaid orders have reserved. */
  reserved: z.number(),
  expiresAt: z.string(),
  recipient: z.string(),
  note: z.string(),
  createdAt: z.string(),
})
export type Voucher = z.infer<typeof voucher>

export const voucherFilters = z.object({
  /** The whole code, its last four characters, or part of the recipient or the note. */
  q: z.optional(z.string().check(z.trim(), z.maxLength(100))),
  state: z.optional(voucherState),
  kind: z.optional(voucherKind),
})
export type VoucherFilters = z.infer<typeof voucherFilters>

const READ = { access: 'promoter', scope: 'pricing:read' } as const
const WRITE = { access: 'promoter', scope: 'pricing:write' } as const

export const listVouchers = endpoint({
  description:
    'Lists vouchers, newest first, without their codes, and the sums of open balances by currency.',
  ...READ,
  method: 'GET',
  path: '/api/promoter/vouchers',
  query: z.extend(voucherFilters, { cursor: z.optional(cursor) }),
  data: z.object({
    vouchers: z.array(voucher),
    /**
     * Sums of the balances. `given`: of vouchers that the promoter gave out and pays for. `paidIn`: of vouchers whose money the platform
     * holds.
     */
    open: z.array(z.object({ currency: z.string(), given: z.number(), paidIn: z.number() })),
    nextCursor: z.nullable(z.string()),
  }),
  errors: ['FORBIDDEN'],
})

export const voucherFields = z
  .object({
    amount: z
      .number('Enter an amount.')
      .check(z.gt(0, 'Enter more than 0.'), z.maximum(MAX_VOUCHER_AMOUNT, 'Enter 100,000 or less.')),
    currency,
    count: z
      .int('Enter a whole number.')
      .check(
        z.minimum(1, 'Enter 1 or more.'),
        z.maximum(MAX_VOUCHER_BATCH, `Enter ${MAX_VOUCHER_BATCH} or less.`),
      ),
    /** Last day of validity; null for the shortest period that the law allows. */
    validUntil: z.nullable(z.iso.date('Enter a date.')),
    recipient: z.string().check(z.trim(), z.maxLength(200, 'Use 200 characters at most.')),
    note: z.string().check(z.trim(), z.maxLength(500, 'Use 500 characters at most.')),
  })
  .check(
    z.refine(({ amount, currency: code }) => amount <= 0 || isWholeCents(amount, code), {
      path: ['amount'],
      error: 'This amount has more decimals than the currency.',
    }),
  )
export type VoucherFields = z.infer<typeof voucherFields>

export const issueVouchers = endpoint({
  description:
    'Issues gift vouchers that the promoter has sold itself or gives away, and returns their codes. Orders paid with them reduce the promoter’s ' +
    'balance by the platform’s share and taxes only. A retry with the same Idempotency-Key issues no further vouchers. ' +
    'VALIDATION_ERROR when `validUntil` is earlier than the legal minimum.',
  ...WRITE,
  method: 'POST',
  path: '/api/promoter/vouchers',
  body: voucherFields,
  idempotencyKey: 'required',
  data: z.object({ vouchers: z.array(z.extend(voucher, { code: z.string() })) }),
  status: 201,
  errors: ['FORBIDDEN', 'RATE_LIMITED', 'KEY_REUSED'],
})

export const revealVoucher = endpoint({
  description: 'Returns the code of a voucher that the promoter has given out. Recorded in the audit log.',
  ...WRITE,
  method: 'POST',
  path: '/api/promoter/vouchers/{id}/code',
  params: idParams,
  data: z.object({ code: z.string() }),
  errors: ['FORBIDDEN', 'NOT_FOUND', 'VOUCHER_PAID_IN'],
})

export const voidVoucher = endpoint({
  description:
    'Voids a voucher that the promoter has given out: its remaining balance can no longer be used. Unpaid orders that have reserved an amount can’t be ' +
    'paid any more. VOUCHER_PAID_IN for a credit voucher, whose amount belongs to its buyer.',
  ...WRITE,
  method: 'POST',
  path: '/api/promoter/vouchers/{id}/void',
  params: idParams,
  data: z.object({ voucher }),
  errors: ['FORBIDDEN', 'NOT_FOUND', 'VOUCHER_PAID_IN'],
})
