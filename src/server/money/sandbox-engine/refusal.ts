/** A call was rejected and changed nothing. `code`: Stripe's error code. `message`: text for people. */
export class SandboxRefusal extends Error {
  override name = 'Refusal'
  readonly code: SandboxRefusalCode

  constructor(code: SandboxRefusalCode, message: string) {
    super(message)
    this.code = code
  }
}

export type SandboxRefusalCode =
  | 'resource_missing'
  | 'payment_intent_unexpected_state'
  | 'charge_already_refunded'
  | 'amount_too_large'
  | 'charge_disputed'
  | 'insufficient_capabilities_for_transfer'
  | 'payouts_not_allowed'
  | 'balance_insufficient'
