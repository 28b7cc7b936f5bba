import type { APIContext } from 'astro'
import * as z from 'zod/mini'
import { acceptBody } from '#contracts/checkout/transfers.ts'
import { statusOf, type FieldError } from '#contracts/platform/errors.ts'
import { urls } from '#contracts/platform/urls.ts'
import { readClient } from '#pages/_visitor.ts'
import { readForm } from '#server/http/pages/page-form.ts'
import { acceptTicketOffer } from '#server/sales/transfers/accept-offer.ts'

interface Refused {
  status: number
  message: string
  /** Messages by field name. */
  errors: Record<string, string>
  /** Entered values. */
  draft: Record<string, string>
}

const PREFIX = 'answers.'
const key = z.uuid()

/** Accepts an offered ticket. Returns the URL of the ticket, or the reason why the form was refused. */
export async function submitAcceptance(
  visit: Pick<APIContext, 'request' | 'locals' | 'url'>,
  id: string,
): Promise<{ url: string } | Refused> {
  const draft = Object.fromEntries((await readForm(visit.request)) ?? [])
  const answers = Object.fromEntries(
    Object.entries(draft).flatMap(([name, value]) =>
      name.startsWith(PREFIX) ? [[name.slice(PREFIX.length), value]] : [],
    ),
  )
  const { firstName, lastName, email } = draft
  const body = z.safeParse(acceptBody, { firstName, lastName, email, answers })
  if (!body.success) {
    const issues = body.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
    return { status: 422, message: 'Please check these fields', errors: byField(issues), draft }
  }
  const accepted = await acceptTicketOffer(visit.locals.context, {
    site: visit.locals.site,
    client: readClient(visit),
    params: { id },
    body: body.data,
    idempotencyKey: key.safeParse(draft['key']).data ?? crypto.randomUUID(),
  })
  if (accepted.success) return { url: urls.ticket(accepted.data.held.id) }
  const { code, message, details } = accepted.error
  const errors = code === 'VALIDATION_ERROR' ? byField(details as readonly FieldError[]) : {}
  return { status: statusOf(code), message, errors, draft }
}

function byField(found: readonly FieldError[]): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const { path, message } of found) errors[path] ??= message
  return errors
}
