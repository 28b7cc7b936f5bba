import {
  getSender,
  listEmailTemplates,
  putSender,
  type SenderView,
} from '#contracts/console/email-templates.ts'
import type { Result } from '#model/platform/result.ts'
import { callPromoter } from '#stores/console/own-promoters.ts'
import { createResource, mapData } from '#stores/platform/resource.ts'
import { onSuccess } from '#stores/platform/on-success.ts'

export const emailTemplates = createResource(async () =>
  mapData(await callPromoter(listEmailTemplates, {}), (data) => data.letters),
)
export const sender = createResource(async () =>
  mapData(await callPromoter(getSender, {}), (data) => data.sender),
)

/**
 * Saves the sender of the promoter's emails. `version`: version that the form is based on. On EDIT_CONFLICT, the
 * details contain the current sender.
 */
export const saveSender = (
  body: Pick<SenderView, 'name' | 'replyTo' | 'version'>,
): Promise<Result<{ sender: SenderView }>> =>
  onSuccess(callPromoter(putSender, { body }), (data) => sender.adopt(data.sender))
