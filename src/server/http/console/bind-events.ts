import * as checklist from '#contracts/console/checklist.ts'
import * as events from '#contracts/console/events.ts'
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
import type { Bind, BindUpload } from '#server/http/bindings/bindings.ts'

export function bindEvents(bind: Bind, bindUpload: BindUpload): void {
  bind(events.listConsoleEvents, listEvents)
  bind(events.createEvent, createEvent)
  bind(events.getConsoleEvent, getEvent)
  bind(events.putEvent, putEvent)
  bind(events.deleteEvent, deleteEvent)
  bind(events.discardChanges, discardChanges)
  bind(events.getEventNews, getEventNews)
  bind(events.publishEvent, publishEvent)
  bind(events.unpublishEvent, unpublishEvent)
  bind(events.cancelEvent, cancelEvent)
  bind(events.duplicateEvent, duplicateEvent)
  bind(events.createSeries, createSeries)
  bind(checklist.getChecklist, getChecklist)
  bind(checklist.dismissChecklist, dismissChecklist)
  bindUpload(events.uploadCover, uploadCover, COVER_UPLOAD_LIMIT)
}
