import {
  closeChecklist as closeChecklistContract,
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
import { cancelEvent } from '#server/events/cancel-event.ts'
import { createSeries, duplicateEvent } from '#server/events/copy-event.ts'
import { createEvent } from '#server/events/create-event.ts'
import { deleteEvent } from '#server/events/delete-event.ts'
import { getEvent } from '#server/events/get-event.ts'
import { getEventNews } from '#server/events/get-event-news.ts'
import { listEvents } from '#server/events/list-events.ts'
import { discardChanges, publishEvent, unpublishEvent } from '#server/events/publish-event.ts'
import { putEvent } from '#server/events/put-event.ts'
import { uploadCover } from '#server/events/upload-cover.ts'
import { closeChecklist, getChecklist } from '#server/promoters/get-checklist.ts'
import type { BindPromoter, BindPromoterUpload } from '../bindings.ts'

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
  bindPromoter(closeChecklistContract, closeChecklist)
  bindUpload(uploadCoverContract, uploadCover)
}
