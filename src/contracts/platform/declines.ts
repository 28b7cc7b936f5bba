export const DECLINES = {
  card_declined: 'Your card was declined. Try another card.',
  insufficient_funds: 'Your card has insufficient funds. Try another card.',
  authentication_failed: 'Your bank couldn’t verify that it was you. Try again or use another card.',
  invalid_number: 'This card number is not valid.',
  expired_card: 'This card has expired. Try another card.',
} as const
export type DeclineCode = keyof typeof DECLINES
