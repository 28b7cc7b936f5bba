import type { EventNews, getEventNews as contract } from '#contracts/console/events.ts'
import { fail } from '#contracts/platform/errors.ts'
import { factsOf, formatParts } from '#model/catalog/event-changes.ts'
import { succeed } from '#model/platform/result.ts'
import { isUuid } from '#server/platform/ids/is-uuid.ts'
import type { Context } from '#server/context.ts'
import { changedLetter } from '#server/messages/letter-texts/changed-letter.ts'
import { inOwnWords } from '#server/messages/letter-texts/in-own-words.ts'
import { letterText } from '#server/messages/letters/letter-text.ts'
import { createMailContext } from '#server/messages/composing/create-mail-context.ts'
import { changedFilling } from '#server/messages/letter-texts/order-filling.ts'
import { madeUpOrder } from '#server/messages/composing/sample-letter.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { findEventDraft, type EventDraftRow } from '#server/catalog/events/event-draft-rows.ts'
import { announcedFacts, writtenOf } from '#server/catalog/events/event-draft-view.ts'
import { readMoments } from '#server/catalog/events/event-moments.ts'
import { newsOf } from '#server/catalog/event-changes/tell-buyers.ts'
import { countOrdersToTell } from '#server/catalog/event-changes/change-notification-rows.ts'

/** Invalid fields are reported by publishing, not here. */
export const getEventNews: UseCase<typeof contract, PromoterCall> = async (context, call) => {
  const { promoterId, params } = call
  const row = isUuid(params.id) ? await findEventDraft(context.db, { promoterId, id: params.id }) : undefined
  if (!row) return fail('NOT_FOUND')
  const parts = readMoments(writtenOf(row)).success ? newsOf(row, context.clock.now()) : []
  const orders = parts.length > 0 ? await countOrdersToTell(context.db, { promoterId, eventId: row.id }) : 0
  if (orders === 0) return succeed({ news: null })
  return succeed({ news: { orders, what: formatParts(parts), ...(await draw(context, call, row)) } })
}

/** Renders the email that buyers would get after publishing, with the promoter's custom text if any. */
async function draw(
  context: Context,
  { promoterId, client }: PromoterCall,
  row: EventDraftRow,
): Promise<Pick<EventNews, 'subject' | 'text'>> {
  const { desk, sender } = await createMailContext(context, { promoterId, origin: client.origin })
  const { title, currency, ...written } = writtenOf(row)
  const event = { id: row.id, slug: row.slug, status: 'published' as const, title }
  const news = {
    order: madeUpOrder({ id: row.id, title, currency }, context.clock.now()),
    event,
    before: announcedFacts(row),
    after: factsOf(written),
    origin: desk.origin,
  }
  const filling = changedFilling(news, desk.siteName)
  const made = { to: '', letter: changedLetter(news), filling }
  const letter = await inOwnWords(context, { kind: 'event_changed', promoterId }, made)
  return { subject: letter.subject, text: letterText(letter, sender) }
}
