import type { putEvent as contract } from '#contracts/console/events.ts'
import type { CodeOf } from '#contracts/platform/endpoint.ts'
import { fail, type FieldError } from '#contracts/platform/errors.ts'
import { areEventFieldsEqual, MIN_ACCESS_CODE_LENGTH, type EventFields } from '#model/catalog/event-drafts.ts'
import { imageUrls } from '#model/catalog/event-images.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import { amountErrors } from '#server/platform/amount-refusal.ts'
import type { PipelinedTransaction } from '#server/platform/db/pipelined.ts'
import { deleteUnusedUpload, uploadNameIn } from '#server/platform/uploads/delete-unused-upload.ts'
import { lockUpload } from '#server/platform/uploads/upload-rows.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { changeEvent } from '#server/catalog/event-changes/change-event.ts'
import {
  hasTicketTypes,
  listTicketTypeIds,
  updateEventState,
  updateEventFields,
  replaceEventImages,
  type EventDraftRow,
} from './event-draft-rows.ts'
import { eventFieldsOf, draftFieldsOf } from './event-draft-view.ts'
import { parseEventMoments } from './event-moments.ts'

/**
 * Saves a draft, or the unpublished changes of an event that is or was published. Changes nothing when the fields are
 * identical.
 */
export const putEvent: UseCase<typeof contract, PromoterCall> = async (context, call) => {
  const { version, fields } = call.body
  const moments = parseEventMoments(fields)
  if (!moments.success) return moments
  let gone: string[] = []
  const answer = await changeEvent(context, call, {
    version,
    action: 'event.updated',
    // A retry after a lost response still has the previous version.
    isSettled: (row) => row.status !== 'cancelled' && areEventFieldsEqual(draftFieldsOf(row), fields),
    step: async (trx, row, now) => {
      const allowed = await judge(context, trx, { row, fields, promoterId: call.promoterId })
      if (!allowed.success) return allowed
      const find = { promoterId: call.promoterId, id: row.id }
      if (wasNeverPublished(row)) {
        await updateEventFields(trx, { ...find, fields, moments: moments.data, now })
        await updateEventState(trx, { ...find, now })
      } else {
        const changes = areEventFieldsEqual(eventFieldsOf(row), fields) ? null : fields
        await updateEventState(trx, { ...find, changes, now })
      }
      gone = await replaceEventImages(trx, { ...find, urls: picturesOf(row, fields) })
      return succeed('changed')
    },
  })
  if (answer.success) for (const url of gone) await deleteUnusedUpload(context, url)
  return answer
}

const wasNeverPublished = ({ status, published_at }: EventDraftRow): boolean =>
  status === 'draft' && published_at === null

function picturesOf(row: EventDraftRow, fields: EventFields): string[] {
  const shown = wasNeverPublished(row) ? [] : imageUrls(eventFieldsOf(row))
  return [...new Set([...shown, ...imageUrls(fields)])]
}

const isShort = (code: string): boolean => code !== '' && code.length < MIN_ACCESS_CODE_LENGTH

async function judge(
  context: Context,
  trx: PipelinedTransaction,
  { row, fields, promoterId }: { row: EventDraftRow; fields: EventFields; promoterId: string },
): Promise<Result<null, CodeOf<typeof contract>>> {
  const errors: FieldError[] = []
  if (fields.currency !== row.currency && (await hasTicketTypes(trx, { promoterId, id: row.id })))
    errors.push({
      path: 'fields.currency',
      message: `The currency can’t be changed: ticket types have prices in ${row.currency}. Create another event instead.`,
    })
  // Shorter codes that were set before this rule stay valid.
  if (fields.accessCode !== draftFieldsOf(row).accessCode && isShort(fields.accessCode))
    errors.push({ path: 'fields.accessCode', message: `Use at least ${MIN_ACCESS_CODE_LENGTH} characters.` })
  errors.push(...judgeAmounts(fields))
  errors.push(...(await judgeQuestions(trx, { row, fields })))
  errors.push(...(await judgePictures(context, trx, { row, fields })))
  return errors.length > 0 ? fail('VALIDATION_ERROR', errors) : succeed(null)
}

function judgeAmounts({ delivery, returns, currency }: EventFields): FieldError[] {
  const amounts = delivery.map(({ price }, index): [string, number] => [
    `fields.delivery.${index}.price`,
    price,
  ])
  if (returns) amounts.push(['fields.returns.feePerTicket', returns.feePerTicket])
  return amounts.flatMap(([path, amount]) => amountErrors(path, amount, currency))
}

/**
 * Checks that new images are in the store, and locks them so that they aren't deleted before the transaction ends.
 */
async function judgePictures(
  context: Context,
  trx: PipelinedTransaction,
  { row, fields }: { row: EventDraftRow; fields: EventFields },
): Promise<FieldError[]> {
  const known = new Set(picturesOf(row, draftFieldsOf(row)))
  const missing = new Set<string>()
  for (const url of imageUrls(fields).toSorted()) {
    const name = known.has(url) ? undefined : uploadNameIn(url)
    if (name === undefined) continue
    await lockUpload(trx, name)
    if (!(await context.uploads.has(name))) missing.add(url)
  }
  return placesOf(fields).flatMap(({ path, sources }) =>
    sources.some(({ url }) => missing.has(url))
      ? [{ path, message: 'This image is no longer available. Upload it again.' }]
      : [],
  )
}

const placesOf = ({ cover, poster, gallery }: EventFields) => [
  { path: 'fields.cover', sources: cover.sources },
  ...(poster ? [{ path: 'fields.poster', sources: poster.sources }] : []),
  ...gallery.map(({ sources }, index) => ({ path: `fields.gallery.${index}`, sources })),
]

/**
 * Checks that questions refer only to ticket types of this event. A type that the saved event already refers to is
 * accepted, because it may have been deleted since.
 */
async function judgeQuestions(
  trx: PipelinedTransaction,
  { row, fields }: { row: EventDraftRow; fields: EventFields },
): Promise<FieldError[]> {
  const idsOf = ({ questions }: Pick<EventFields, 'questions'>): string[] =>
    questions.flatMap(({ ticketTypeIds = [] }) => ticketTypeIds)
  if (idsOf(fields).length === 0) return []
  const known = new Set([...(await listTicketTypeIds(trx, row.id)), ...idsOf(draftFieldsOf(row))])
  return fields.questions.flatMap(({ ticketTypeIds = [] }, index) =>
    ticketTypeIds.every((id) => known.has(id))
      ? []
      : [{ path: `fields.questions.${index}.ticketTypeIds`, message: 'Choose ticket types of this event.' }],
  )
}
