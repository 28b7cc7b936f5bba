import type {
  discardChanges as discardContract,
  publishEvent as contract,
  unpublishEvent as unpublishContract,
} from '#contracts/console/events.ts'
import { fail } from '#contracts/platform/errors.ts'
import { imageUrls } from '#model/catalog/event-images.ts'
import { statusRefusal } from '#model/people/promoter-status.ts'
import { eventSlugs } from '#model/platform/slugs.ts'
import { succeed } from '#model/platform/result.ts'
import { findPromoterStatus } from '#server/people/promoters/promoter-rows.ts'
import type { Context } from '#server/context.ts'
import { deleteUnusedUpload } from '#server/platform/uploads/delete-unused-upload.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { changeEvent } from '#server/catalog/event-changes/change-event.ts'
import {
  findEventDraft,
  findFreeSlug,
  updateEventState,
  updateEventFields,
  replaceEventImages,
} from './event-draft-rows.ts'
import { eventFieldsOf, findDraftGaps, draftFieldsOf } from './event-draft-view.ts'
import { parseEventMoments } from './event-moments.ts'
import { findTermsGap } from './find-terms-gap.ts'
import { changesToNotify, notifyBuyers } from '#server/catalog/event-changes/notify-buyers.ts'

const TELLING = { name: 'tell buyers', points: 20, seconds: 86_400 }

/**
 * Publishes an event or its changes. The slug is derived from the title at the first publication and never changes.
 * `jobs/notifications/send-change-notifications.ts` notifies buyers once per publication.
 */
export const publishEvent: UseCase<typeof contract, PromoterCall> = async (context, call) => {
  const { tellBuyers: tells } = call.body
  const tooMany =
    tells || (await endsPrintedTickets(context, call))
      ? await context.limits.consume(TELLING, `${call.promoterId} ${call.params.id}`)
      : undefined
  if (tooMany) return tooMany
  let gone: string[] = []
  let buyersTold = 0
  const answer = await changeEvent(context, call, {
    version: call.body.version,
    action: 'event.published',
    isSettled: (row) => row.status === 'published' && row.changes === null,
    also: () => (buyersTold > 0 ? { buyersTold } : {}),
    step: async (trx, row, now) => {
      const refusal = statusRefusal(await findPromoterStatus(trx, call.promoterId))
      if (refusal) return fail(refusal)
      const fields = draftFieldsOf(row)
      const moments = parseEventMoments(fields)
      if (!moments.success) return moments
      const gaps = findDraftGaps(row, now.getTime())
      const unsold = await findTermsGap(context.config, trx, { promoterId: call.promoterId, row, now })
      if (gaps.length > 0 || unsold) return fail('NOT_READY', unsold ? [...gaps, unsold] : gaps)
      const find = { promoterId: call.promoterId, id: row.id }
      buyersTold = await notifyBuyers(trx, { promoterId: call.promoterId, row, onlyOfCodes: !tells, now })
      await updateEventFields(trx, { ...find, fields, moments: moments.data, now })
      const slug =
        row.published_at === null
          ? await findFreeSlug(trx, {
              candidates: eventSlugs(fields.title, fields.startsAt.slice(0, 10)),
              ownId: row.id,
              otherwise: row.id.slice(0, 8),
            })
          : row.slug
      await updateEventState(trx, { ...find, changes: null, lastShown: null, status: 'published', slug, now })
      gone = await replaceEventImages(trx, { ...find, urls: imageUrls(fields) })
      return succeed('changed')
    },
  })
  if (answer.success) for (const url of gone) await deleteUnusedUpload(context, url)
  return answer
}

/** True when publishing makes codes live, which invalidates printed tickets. Buyers are then always notified. */
async function endsPrintedTickets(
  { db, clock }: Context,
  { promoterId, params }: { promoterId: string; params: { id: string } },
): Promise<boolean> {
  const row = await findEventDraft(db, { promoterId, id: params.id })
  return row !== undefined && changesToNotify(row, clock.now()).includes('codes')
}

/** Unpublished changes stay unpublished, because tickets that were sold follow the published fields, such as the code mode. */
export const unpublishEvent: UseCase<typeof unpublishContract, PromoterCall> = (context, call) =>
  changeEvent(context, call, {
    version: call.body.version,
    action: 'event.unpublished',
    isSettled: (row) => row.status === 'draft',
    step: async (trx, row, now) => {
      await updateEventState(trx, { promoterId: call.promoterId, id: row.id, status: 'draft', now })
      return succeed('changed')
    },
  })

export const discardChanges: UseCase<typeof discardContract, PromoterCall> = async (context, call) => {
  let gone: string[] = []
  const answer = await changeEvent(context, call, {
    version: call.query.version,
    action: 'event.discarded',
    isSettled: (row) => row.changes === null,
    step: async (trx, row, now) => {
      const find = { promoterId: call.promoterId, id: row.id }
      await updateEventState(trx, { ...find, changes: null, now })
      gone = await replaceEventImages(trx, {
        ...find,
        urls: eventFieldsOf(row).cover.sources.map(({ url }) => url),
      })
      return succeed('changed')
    },
  })
  if (answer.success) for (const url of gone) await deleteUnusedUpload(context, url)
  return answer
}
