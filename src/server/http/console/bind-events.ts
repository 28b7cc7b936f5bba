import {
  dismissChecklist as dismissContract,
  getChecklist as getChecklistContract,
} from '#contracts/console/checklist.ts'
import {
  cancelEvent as cancelEventContract,
  createEvent as createEventContract,
  createSeries as createSeriesContract,
  deleteEvent as deleteEventContract,
  discardChanges as discardChangesContract,
  duplicateEvent as duplicateEventContract,
  getConsoleEvent,
  getEventNews as getEventNewsContract,
  listConsoleEvents,
  publishEvent as publishEventContract,
  putEvent as putEventContract,
  unpublishEvent as unpublishEventContract,
  uploadCover as uploadCoverContract,
} from '#contracts/console/events.ts'
import { cancelEvent } from '#server/catalog/event-changes/cancel-event.ts'
import { createSeries, duplicateEvent } from '#server/catalog/events/copy-event.ts'
import { createEvent } from '#server/catalog/events/create-event.ts'
import { deleteEvent } from '#server/catalog/events/delete-event.ts'
import { getEvent } from '#server/catalog/events/get-event.ts'
import { getEventNews } from '#server/messages/order-messages/get-event-news.ts'
import { listEvents } from '#server/catalog/events/list-events.ts'
import { discardChanges, publishEvent, unpublishEvent } from '#server/catalog/events/publish-event.ts'
import { putEvent } from '#server/catalog/events/put-event.ts'
import { COVER_UPLOAD_LIMIT, uploadCover } from '#server/catalog/events/upload-cover.ts'
import { dismissChecklist, getChecklist } from '#server/people/promoters/get-checklist.ts'
import type { BindPromoter, BindPromoterUpload } from '#server/http/bindings/bindings.ts'

export function bindEvents(bindPromoter: BindPromoter, bindUpload: BindPromoterUpload): void {
  bindPromoter(listConsoleEvents, listEvents)
  bindPromoter(createEventContract, createEvent)
  bindPromoter(getConsoleEvent, getEvent)
  bindPromoter(putEventContract, putEvent)
  bindPromoter(deleteEventContract, deleteEvent)
  bindPromoter(discardChangesContract, discardChanges)
  bindPromoter(getEventNewsContract, getEventNews)
  bindPromoter(publishEventContract, publishEvent)
  bindPromoter(unpublishEventContract, unpublishEvent)
  bindPromoter(cancelEventContract, cancelEvent)
  bindPromoter(duplicateEventContract, duplicateEvent)
  bindPromoter(createSeriesContract, createSeries)
  bindPromoter(getChecklistContract, getChecklist)
  bindPromoter(dismissContract, dismissChecklist)
  bindUpload(uploadCoverContract, uploadCover, COVER_UPLOAD_LIMIT)
}
