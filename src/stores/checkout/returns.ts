import { call } from '#browser/platform/api.ts'
import {
  previewReturn,
  returnPreview,
  returnTickets,
  type ReturnPreview,
  type TicketReturn,
} from '#contracts/checkout/returns.ts'
import type { ReturnMethod } from '#model/catalog/returns/return-rules.ts'
import type { DataOf } from '#contracts/platform/endpoint.ts'
import type { Result } from '#model/platform/result.ts'
import * as z from 'zod/mini'

export const previewTicketReturn = (
  orderId: string,
  { tickets, as }: { tickets: readonly string[]; as: ReturnMethod },
): Promise<Result<ReturnPreview>> =>
  call(previewReturn, { params: { id: orderId }, body: { tickets: [...tickets], as } })

/** `changed`: the refund differs from the expected one, and the new preview is returned. */
export type ReturnResult =
  | { status: TicketReturn['status'] }
  | { status: 'changed'; preview: ReturnPreview }
  | { status: 'refused'; message: string }

const changed = z.object({ preview: returnPreview })

export async function returnChosenTickets(
  orderId: string,
  request: { tickets: readonly string[]; as: ReturnMethod; preview: ReturnPreview; key: string },
): Promise<ReturnResult> {
  const { tickets, as, preview, key } = request
  const { amount: expectedAmount, toCard: expectedToCard, withheld } = preview
  // Servers of the previous version refuse this field.
  const expected = { expectedAmount, expectedToCard, ...(withheld > 0 ? { expectedWithheld: withheld } : {}) }
  const answer: Result<DataOf<typeof returnTickets>> = await call(
    returnTickets,
    { params: { id: orderId }, body: { tickets: [...tickets], as, ...expected } },
    { headers: { 'idempotency-key': key } },
  )
  if (answer.success) return { status: answer.data.return.status }
  const { code, message, details } = answer.error
  const read = code === 'RETURN_CHANGED' ? z.safeParse(changed, details) : undefined
  return read?.success ? { status: 'changed', preview: read.data.preview } : { status: 'refused', message }
}
