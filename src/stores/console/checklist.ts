import { dismissChecklist, getChecklist } from '#contracts/console/checklist.ts'
import { callPromoter } from './own-promoters.ts'
import { createResource } from '#stores/platform/resource.ts'

export const checklist = createResource(() => callPromoter(getChecklist, {}))

/** Hides the checklist immediately; shows it again if saving fails. */
export async function hideChecklist(): Promise<void> {
  const before = checklist.$store.get().data
  checklist.change((shown) => ({ ...shown, isOver: true }))
  const answer = await callPromoter(dismissChecklist, {})
  if (!answer.success && before) checklist.adopt(before)
}
