import { atom, onMount } from 'nanostores'
import { closeChecklist, getChecklist, type Checklist } from '#contracts/console/checklist.ts'
import { callPromoter } from '../own-promoters.ts'

/** Onboarding checklist; undefined until loaded or when loading fails. */
export const $checklist = atom<Checklist | undefined>(undefined)

onMount($checklist, () => void loadChecklist())

export async function loadChecklist(): Promise<void> {
  const answer = await callPromoter(getChecklist, {})
  if (answer.success) $checklist.set(answer.data)
}

/** Dismisses the checklist at once; restores it when saving fails. */
export async function putChecklistAway(): Promise<void> {
  const before = $checklist.get()
  if (before) $checklist.set({ ...before, isOver: true })
  const answer = await callPromoter(closeChecklist, {})
  if (!answer.success) $checklist.set(before)
}
