import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { statusOf } from '#contracts/platform/errors.ts'
import { voucherOrderBody, type VoucherOffer } from '#contracts/checkout/voucher-sales.ts'
import { urls } from '#contracts/platform/urls.ts'
import { toCents } from '#model/platform/money.ts'
import { voucherAmountRefusal } from '#model/sales/vouchers/voucher-offers.ts'
import { legalTextsKey } from '#model/sites/buyer-legal-texts.ts'
import type { Site } from '#model/sites/sites.ts'
import type { Context } from '#server/context.ts'
import { orderVoucher } from '#server/sales/voucher-sales/place-voucher-order.ts'
import type { Visitor } from '#server/use-case.ts'
import { readIdempotencyKey } from './_checkout-form.ts'

export interface RefusedVoucherForm {
  status: number
  /** Messages by field. */
  errors: Readonly<Record<string, string>>
  /** Message about the whole form. */
  notice?: string
}

/** Places the order of the form. Returns the URL of its payment, or the reason why it was refused. */
export async function submitVoucherForm(
  context: Context,
  submitted: {
    site: Site
    client: Visitor
    form: URLSearchParams
    offer: VoucherOffer
  },
): Promise<{ url: string } | RefusedVoucherForm> {
  const { site, client, form, offer } = submitted
  const body = readBody(form, offer)
  const parsed = z.safeParse(voucherOrderBody, body)
  const errors = { ...amountError(body.amount, offer), ...messagesOf(parsed), ...termsError(form, offer) }
  if (!parsed.success || Object.keys(errors).length > 0)
    return { status: statusOf('VALIDATION_ERROR'), errors }
  const placed = await orderVoucher(context, {
    site,
    client,
    body: parsed.data,
    idempotencyKey: keyOf(form, body),
  })
  if (placed.success) return { url: `${urls.checkout()}?order=${placed.data.order.id}` }
  const { code, message, details } = placed.error
  const wrong = z.safeParse(issues, details)
  const status = statusOf(code)
  if (code === 'VALIDATION_ERROR' && wrong.success)
    return { status, errors: Object.fromEntries(wrong.data.map(({ path, message: text }) => [path, text])) }
  return { status, errors: {}, notice: message }
}

const issues = z.array(z.object({ path: z.string(), message: z.string() }))

function readBody(form: URLSearchParams, offer: VoucherOffer) {
  const text = (name: string): string => form.get(name)?.trim() ?? ''
  const phone = text('customer.phone')
  return {
    promoterId: offer.promoterId,
    currency: offer.currency,
    amount: readAmount(text('amount') === 'other' ? text('otherAmount') : text('amount')),
    customer: {
      firstName: text('customer.firstName'),
      lastName: text('customer.lastName'),
      email: text('customer.email'),
      ...(phone && { phone }),
    },
    ...(text('for') === 'other' && {
      recipient: {
        name: text('recipient.name'),
        email: text('recipient.email'),
        message: text('recipient.message').replaceAll('\r\n', '\n'),
        deliverOn: text('recipient.deliverOn') || null,
      },
    }),
    acceptedLegalTexts: offer.legalTexts.map(({ kind, promoterId, version }) => ({
      kind,
      promoterId,
      version,
    })),
  }
}

/** Reads '25', '25.50' or '25,50'. */
const readAmount = (text: string): number | undefined => {
  const plain = text.replace(',', '.')
  return /^\d+(\.\d+)?$/.test(plain) ? Number(plain) : undefined
}

const messagesOf = (
  parsed: ReturnType<typeof z.safeParse<typeof voucherOrderBody>>,
): Record<string, string> =>
  Object.fromEntries((parsed.error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]))

/** Checks the amount, so that its error is shown with the form's other errors. Placing the order checks it again. */
function amountError(amount: number | undefined, offer: VoucherOffer): Record<string, string> {
  const { currency, amounts, min, max } = offer
  const cents = (major: number): number => toCents(major, currency)
  const refusal = voucherAmountRefusal(
    {
      currency,
      amountsCents: amounts.map(cents),
      minCents: min === null ? null : cents(min),
      maxCents: max === null ? null : cents(max),
    },
    cents(amount ?? 0),
  )
  return refusal === undefined ? {} : { amount: refusal }
}

const termsError = (form: URLSearchParams, { legalTexts }: VoucherOffer): Record<string, string> =>
  legalTexts.length === 0 || form.get('terms') === legalTextsKey(legalTexts)
    ? {}
    : { terms: 'Accept the terms to continue.' }

/**
 * Returns the idempotency key of the content: the same key for unchanged content, another one for corrected content.
 */
const keyOf = (form: URLSearchParams, body: unknown): string =>
  `${readIdempotencyKey(form)}.${createHash('sha256').update(JSON.stringify(body)).digest('hex')}`
