import type { APIContext } from 'astro'
import * as z from 'zod/mini'
import { statusOf } from '#contracts/platform/errors.ts'
import { urls } from '#contracts/platform/urls.ts'
import { emailAddress } from '#model/people/people.ts'
import { readClient, readSignedInVisitor } from '#pages/_visitor.ts'
import { readForm } from '#server/http/pages/page-form.ts'
import { correctOwnEmail } from '#server/sales/own-orders/correct-own-email.ts'
import { resendOwnOrder } from '#server/sales/own-orders/resend-own-order.ts'

export interface RefusedOrderForm {
  form: 'resend' | 'correct'
  status: number
  message: string
  /** Entered values. */
  email: string
}

const submitted = z.discriminatedUnion('do', [
  z.object({ do: z.literal('resend'), key: z.uuid() }),
  z.object({ do: z.literal('correct'), key: z.uuid(), email: z.string() }),
])

/** Handles a form of the order's page. Returns the URL that shows the result, or the reason why it was refused. */
export async function submitOrderForm(
  visit: Pick<APIContext, 'request' | 'locals' | 'url'>,
  id: string,
): Promise<{ url: string } | RefusedOrderForm | undefined> {
  const form = z.safeParse(submitted, Object.fromEntries((await readForm(visit.request)) ?? []))
  if (!form.success) return undefined
  const { context, site } = visit.locals
  const client = { ...readClient(visit), ...readSignedInVisitor(visit) }
  const call = { site, client, params: { id }, idempotencyKey: form.data.key }
  if (form.data.do === 'resend') {
    const sent = await resendOwnOrder(context, call)
    return sent.success
      ? { url: resultUrl(id, 'sent') }
      : { form: 'resend', email: '', status: statusOf(sent.error.code), message: sent.error.message }
  }
  const email = z.safeParse(emailAddress, form.data.email)
  const refused = { form: 'correct', email: form.data.email } as const
  if (!email.success) return { ...refused, status: 422, message: email.error.issues[0]?.message ?? '' }
  const corrected = await correctOwnEmail(context, { ...call, body: { email: email.data } })
  return corrected.success
    ? { url: resultUrl(corrected.data.order.id, 'corrected') }
    : { ...refused, status: statusOf(corrected.error.code), message: corrected.error.message }
}

const resultUrl = (id: string, done: 'sent' | 'corrected'): string => `${urls.order(id)}?email=${done}#email`
