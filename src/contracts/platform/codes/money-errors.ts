/** Errors about refunds, payouts and settlements, by code. */
export const MONEY_ERRORS = {
  REFUND_TOO_MUCH: [409, 'This is more than the amount left to refund on this order.'],
  REFUND_NOTHING_LEFT: [409, 'There is nothing left to refund, or these tickets have already been refunded.'],
  REFUND_WAITING: [409, 'A refund of this order is already waiting for the platform’s approval.'],
  REFUND_DECIDED: [409, 'This refund has already been approved or refused.'],
  PAYMENT_METHOD_REQUIRED: [422, 'Enter a card to pay with.'],
  PAYMENT_PROVIDER_FAILED: [
    502,
    'The payment provider didn’t respond. Try again: you won’t be charged twice.',
  ],
  PAYEE_REFUSED: [409, 'The payment provider couldn’t set up this account.'],
  PAYOUT_ACCOUNT_MISSING: [409, 'Set up your payout account first.'],
  PAYOUT_ACCOUNT_NOT_READY: [409, 'Your payout account isn’t ready yet. Complete its setup first.'],
  PAYOUT_TOO_MUCH: [409, 'This is more than your available balance.'],
  PAYOUTS_ON_HOLD: [
    409,
    'Payouts are on hold while this organiser’s storefront is closed. Your earnings are kept.',
  ],
  SETTLEMENT_HELD: [409, 'Your payouts are on hold. Contact the platform to find out why.'],
  SETTLEMENT_METHOD_MISSING: [409, 'Choose how you want to be paid first.'],
  SETTLEMENT_NOTHING_AVAILABLE: [409, 'There isn’t enough available to pay out yet.'],
  SETTLEMENT_OPEN: [409, 'A payout in this currency is already being prepared.'],
  SETTLEMENT_MOVED: [409, 'This payout has changed since you opened it. Reload the page.'],
  TROUBLE_MOVED: [409, 'This problem has changed since you opened it. Reload the page.'],
  DEBTOR_ACCOUNT_MISSING: [409, 'Enter your own bank account in this currency first.'],
  BANK_FILE_EMPTY: [409, 'No payout can be sent in this currency right now.'],
  PAYOUT_NOT_COVERED: [
    409,
    'The member’s balance no longer covers their requested payouts, for example after refunds. Refuse one; the member can request less.',
  ],
  PAYOUT_DECIDED: [409, 'This payout has already been approved or refused.'],
} as const satisfies Record<string, readonly [status: number, message: string]>
