import {
  getSender,
  listEmailTemplates,
  putSender,
  type SenderView,
} from '#contracts/console/email-templates.ts'
import type { Result } from '#model/platform/result.ts'
import { callPromoter } from '#stores/console/own-promoters.ts'
import { createResource, takeData } from '#stores/platform/resource.ts'

export const emailTemplates = createResource(async () =>
  takeData(await callPromoter(listEmailTemplates, {}), (told) => told.letters),
)
export const sender = createResource(async () =>
  takeData(await callPromoter(getSender, {}), (told) => told.sender),
)

/** `version`: version that the form is based on. EDIT_CONFLICT contains the current sender in its details. */
export async function saveSender(
  body: Pick<SenderView, 'name' | 'replyTo' | 'version'>,
): Promise<Result<{ sender: SenderView }>> {
  const answer = await callPromoter(putSender, { body })
  if (answer.success) sender.adopt(answer.data.sender)
  return answer
}
