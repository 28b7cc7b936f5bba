export const STRIPE_KEYS = {
  secretKey: 'sk_test_foyer',
  publishableKey: 'pk_test_foyer',
  webhookSecret: 'whsec_only_tests_know_this',
} as const
