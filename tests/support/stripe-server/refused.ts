import type Stripe from 'stripe'
import { SandboxRefusal } from '#server/money/sandbox-engine/refusal.ts'

/** Error response in Stripe's envelope. */
export class Refused extends Error {
  override name = 'Refused'
  readonly status: number
  readonly error: ErrorBody

  constructor(status: number, error: ErrorBody) {
    super(error.message)
    this.status = status
    this.error = error
  }
}

export interface ErrorBody {
  type: Stripe.StripeRawError['type']
  message: string
  code?: string
  decline_code?: string
  param?: string
  payment_intent?: unknown
}

export const invalid = (message: string, more: Partial<ErrorBody> = {}): Refused =>
  new Refused(400, { type: 'invalid_request_error', message, ...more })

export const missing = (what: string): Refused =>
  new Refused(404, { type: 'invalid_request_error', code: 'resource_missing', message: what })

/** Converts the engine's refusals to Stripe's errors. Undefined for bugs. */
export function toRefused(error: unknown): Refused | undefined {
  if (error instanceof Refused) return error
  if (!(error instanceof SandboxRefusal)) return undefined
  if (error.code === 'resource_missing') return missing(error.message)
  // Stripe has no code for this.
  const code = error.code === 'amount_too_large' ? {} : { code: error.code }
  return invalid(error.message, code)
}
