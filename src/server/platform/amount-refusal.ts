import { fail, type FieldError } from '#contracts/platform/errors.ts'
import { hasValidDecimals } from '#model/platform/money.ts'
import type { Failure } from '#model/platform/result.ts'

/** Refuses an amount with a fraction of a minor unit. Rounding it would move another amount than the caller named. */
export function amountRefusal(
  path: string,
  amount: number,
  currency: string,
): Failure<'VALIDATION_ERROR'> | undefined {
  const errors = amountErrors(path, amount, currency)
  return errors.length > 0 ? fail('VALIDATION_ERROR', errors) : undefined
}

export const amountErrors = (path: string, amount: number, currency: string): FieldError[] =>
  hasValidDecimals(amount, currency)
    ? []
    : [{ path, message: `This amount has more decimals than ${currency} allows.` }]
