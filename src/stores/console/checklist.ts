import { atom, onMount } from 'nanostores'
import { closeChecklist, getChecklist, type Checklist } from '#contracts/console/checklist.ts'
import { callPromoter } from '../own-promoters.ts'

/** What a new promoter does first; undefined until it is known, and when it can't be had: nobody misses it then. */
export const $checklist = atom<Checklist | undefined>(undefined)

onMount($checklist, () => void loadChecklist())

export async function loadChecklist(): Promise<void> {
  const answer = await callPromoter(getChecklist, {})
  if (answer.success) $checklist.set(answer.data)
}

/** Puts it away at once; it is back when that could not be kept. */
export async function putChecklistAway(): Promise<void> {
  const before = $checklist.get()
  if (before) $checklist.set({ ...before, isOver: true })
  const answer = await callPromoter(closeChecklist, {})
  if (!answer.success) $checklist.set(before)
}
