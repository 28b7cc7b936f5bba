import type { EventChangeEmail } from '#contracts/console/event-change-email.ts'
import type { getEventNews as contract } from '#contracts/console/events.ts'
import { fail } from '#contracts/platform/errors.ts'
import { eventFactsOf, formatChangedParts } from '#model/catalog/event-changes.ts'
import { succeed } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import { eventChangedMail } from '#server/messages/email-templates/changed-mail.ts'
import { applyTemplate } from '#server/messages/email-templates/apply-template.ts'
import { renderMailText } from '#server/messages/mail-content/mail-text.ts'
import { createMailContext } from '#server/messages/composing/create-mail-context.ts'
import { changedPlaceholders } from '#server/messages/email-templates/order-placeholders.ts'
import { sampleOrder } from '#server/messages/composing/sample-mail.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { findEventDraft, type EventDraftRow } from '#server/catalog/events/event-draft-rows.ts'
import { lastNotifiedFacts, draftFieldsOf } from '#server/catalog/events/event-draft-view.ts'
import { parseEventMoments } from '#server/catalog/events/event-moments.ts'
import { changesToNotify } from '#server/catalog/event-changes/notify-buyers.ts'
import { countOrdersToNotify } from '#server/catalog/event-changes/change-notification-rows.ts'

/** Ignores invalid fields, because publishing reports them. */
export const getEventNews: UseCase<typeof contract, PromoterCall> = async (context, call) => {
  const { promoterId, params } = call
  const row = await findEventDraft(context.db, { promoterId, id: params.id })
  if (!row) return fail('NOT_FOUND')
  const parts = parseEventMoments(draftFieldsOf(row)).success ? changesToNotify(row, context.clock.now()) : []
  const orders = parts.length > 0 ? await countOrdersToNotify(context.db, { promoterId, eventId: row.id }) : 0
  if (orders === 0) return succeed({ news: null })
  const isRequired = parts.includes('codes')
  return succeed({
    news: { orders, what: formatChangedParts(parts), isRequired, ...(await draw(context, call, row)) },
  })
}

async function draw(
  context: Context,
  { promoterId, client }: PromoterCall,
  row: EventDraftRow,
): Promise<Pick<EventChangeEmail, 'subject' | 'text'>> {
  const { mailContext, sender } = await createMailContext(context, { promoterId, origin: client.origin })
  const { title, currency, ...written } = draftFieldsOf(row)
  const event = { id: row.id, slug: row.slug, status: 'published' as const, title }
  const news = {
    order: sampleOrder({ id: row.id, title, currency }, context.clock.now()),
    event,
    before: lastNotifiedFacts(row),
    after: eventFactsOf(written),
    origin: mailContext.origin,
    now: context.clock.now(),
  }
  const placeholders = changedPlaceholders(news, mailContext.siteName)
  const made = { to: '', mail: eventChangedMail(news), placeholders }
  const mail = await applyTemplate(context, { kind: 'event_changed', promoterId }, made)
  return { subject: mail.subject, text: renderMailText(mail, sender) }
}
