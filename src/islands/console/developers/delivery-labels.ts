import type { Delivery } from '#contracts/console/developers/webhooks.ts'

/** Describes the result of a delivery, for example 'it answered 200 after 34 ms', or its error. */
export function formatOutcome({ responseStatus, responseMs, error }: Delivery): string {
  if (responseStatus !== null) return `it answered ${responseStatus} after ${responseMs} ms`
  return error
}

export const DELIVERY_STATUS_LABELS = {
  waiting: ['On its way', 'warning'],
  delivered: ['Delivered', 'success'],
  failed: ['Failed', 'danger'],
} as const
