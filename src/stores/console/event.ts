import { atom, computed, type WritableAtom } from 'nanostores'
import * as z from 'zod/mini'
import { getConsoleEvent, putEvent, type ConsoleEvent } from '#contracts/console/events.ts'
import { areSameFields, sentFields, writtenFields, type EventFields } from '#model/event-drafts.ts'
import type { Failure, Result } from '#model/result.ts'
import { keepDraft, readKept, type DraftSpot } from '../kept-drafts.ts'
import { LOADING, type Loaded } from '../loaded.ts'
import { byField, type FieldErrors } from '../look-errors.ts'
import { callPromoter } from '../own-promoters.ts'
import { withReason } from '../refusal-words.ts'
import { fieldsRefusedIn, isPassing, theirsIn, unsavedFailure, type Saving } from './event-saving.ts'

/** The event as the server has it. */
export const $event: WritableAtom<Loaded<ConsoleEvent>> = atom(LOADING)
/** As it is being written: texts that need not fit yet. */
export const $fields = atom<EventFields | undefined>(undefined)
/** What is wrong with it, by field. */
export const $fieldErrors = atom<FieldErrors>({})

export const SAVED: Saving = { state: 'saved' }
export const $saving = atom<Saving>(SAVED)

/** What was written is nowhere but here. */
export const $isUnsaved = computed($saving, ({ state }) => state !== 'saved')

/** What was written began from this. Only a save, or a choice between two versions, moves it on. */
let base: Pick<ConsoleEvent, 'version' | 'fields'> | undefined
/** What of `$fields` is saved, as it was written. */
let savedAs: EventFields | undefined
/** What was sent since, and is saved perhaps: no answer has said so. */
let unanswered: EventFields[] = []

/** Somebody who types is not interrupted. */
const PAUSE_MS = 800
const RETRY_MS = 4000
let pause: ReturnType<typeof setTimeout> | undefined

/** What was written in this tab and not saved is there again after a reload. */
export async function loadEvent(id: string): Promise<void> {
  const answer = await callPromoter(getConsoleEvent, { params: { id } })
  if (!answer.success) return $event.set({ failure: answer.error.message })
  const { event } = answer.data
  const kept = readKept(spotOf(id), {
    base: (value) => z.safeParse(began, value).data,
    draft: (value) => z.safeParse(writtenFields, value).data,
  })
  if (!kept || areSameFields(kept.draft, event.fields)) return adopt(event)
  const isNewest = areSameFields(kept.base.fields, event.fields)
  $event.set({ data: event })
  base = isNewest ? event : kept.base
  savedAs = base.fields
  unanswered = []
  $fieldErrors.set({})
  $fields.set(kept.draft)
  if (isNewest) saveSoon()
  else $saving.set({ state: 'conflict', theirs: event })
}

const began = z.object({ version: z.int(), fields: writtenFields })
const spotOf = (id: string): DraftSpot => ({ kind: 'eventDraft', id })

/** Looks at how things stand, without touching what is being written. */
export async function refreshEvent(): Promise<void> {
  const id = $event.get().data?.id
  const answer = id === undefined ? undefined : await callPromoter(getConsoleEvent, { params: { id } })
  if (answer?.success && !$isUnsaved.get()) adopt(answer.data.event)
}

export function writeFields(change: Partial<EventFields>): void {
  const fields = $fields.get()
  if (!fields) return
  $fields.set({ ...fields, ...change })
  keep()
  if ($saving.get().state !== 'conflict') saveSoon()
}

function saveSoon(): void {
  clearTimeout(pause)
  if ($saving.get().state !== 'saving') $saving.set({ state: 'waiting' })
  pause = setTimeout(() => void saveEvent(), PAUSE_MS)
}

let last: Promise<unknown> = Promise.resolve()

/** One thing at a time is asked for: what comes after it knows its version. */
function inTurn<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  const mine = last.then(work)
  last = mine.catch(() => undefined)
  return mine
}

/** Saves what is written; what is written meanwhile is saved after it. Whether the former is saved. */
export const saveEvent = (): Promise<boolean> => inTurn(saveNow)

async function saveNow(): Promise<boolean> {
  clearTimeout(pause)
  if ($saving.get().state === 'conflict') return false
  return $saving.get().state === 'saved' || saveOnce()
}

async function saveOnce(): Promise<boolean> {
  const [event, written] = [$event.get().data, $fields.get()]
  if (!event || !written) return false
  const parsed = sentFields.safeParse(written)
  if (!parsed.success) return refuse(byField(parsed.error.issues))
  $saving.set({ state: 'saving' })
  const answer = await send(event, parsed.data)
  if (!answer.success) return explain(answer)
  begin(answer.data.event, written)
  if ($fields.get() === written) rest()
  else goOnLater()
  return true
}

/** What only this page has changed since is no conflict: it is sent again, from there. */
async function send(event: ConsoleEvent, fields: EventFields): Promise<Result<{ event: ConsoleEvent }>> {
  const sendFrom = ({ version } = base ?? event) =>
    callPromoter(putEvent, { params: { id: event.id }, body: { version, fields } })
  unanswered = [...unanswered, fields]
  const answer = await sendFrom()
  const theirs = theirsIn(answer)
  const known = [base?.fields ?? event.fields, ...unanswered]
  if (!theirs || !known.some((each) => areSameFields(each, theirs.fields))) return answer
  base = theirs
  return sendFrom()
}

/** The event as the server has it now, saved from `written`. */
function begin(event: ConsoleEvent, written: EventFields): void {
  $event.set({ data: event })
  $fieldErrors.set({})
  base = event
  savedAs = written
  unanswered = []
}

function rest(): void {
  clearTimeout(pause)
  forget()
  $saving.set(SAVED)
}

function goOnLater(): void {
  keep()
  $saving.set({ state: 'waiting' })
  saveSoon()
}

function explain(answer: Failure): boolean {
  const theirs = theirsIn(answer)
  const wrong = fieldsRefusedIn(answer)
  if (wrong) return refuse(wrong)
  const told = withReason<never>(answer)
  const why = told.success ? '' : told.error.message
  clearTimeout(pause)
  if (theirs) $saving.set({ state: 'conflict', theirs })
  else if (!isPassing(answer)) $saving.set({ state: 'stopped', why })
  else {
    $saving.set({ state: 'offline', why })
    pause = setTimeout(() => void saveEvent(), RETRY_MS)
  }
  return false
}

function refuse(errors: FieldErrors): boolean {
  $fieldErrors.set(errors)
  $saving.set({ state: 'refused' })
  return false
}

/** What the other has written goes; it is in the audit log. */
export function keepMine(): Promise<boolean> {
  const saving = $saving.get()
  if (saving.state !== 'conflict') return Promise.resolve(false)
  begin(saving.theirs, saving.theirs.fields)
  $saving.set({ state: 'waiting' })
  keep()
  return saveEvent()
}

export function takeTheirs(): void {
  const saving = $saving.get()
  if (saving.state === 'conflict') adopt(saving.theirs)
}

/** The event as an answer has it, in the place of what is written here. */
function adopt(event: ConsoleEvent): void {
  begin(event, event.fields)
  $fields.set(event.fields)
  rest()
}

/** As an answer has it, but for what was written since `mark`: that is saved after it. */
function adoptBut(event: ConsoleEvent, mark: EventFields): void {
  const later = changesOf(mark, $fields.get() ?? mark)
  if (event.status === 'cancelled' || Object.keys(later).length === 0) return adopt(event)
  begin(event, event.fields)
  $fields.set({ ...event.fields, ...later })
  goOnLater()
}

function changesOf(before: EventFields, after: EventFields): Partial<EventFields> {
  // Every entry of the fields is one of them.
  const entries = Object.entries(after) as [keyof EventFields, unknown][]
  return Object.fromEntries(
    entries.filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(before[key])),
  )
}

/** A change beside the fields, of the version that these began from. What is unsaved is saved first, dropped, or left for later. */
export const changing = (
  ask: (event: Pick<ConsoleEvent, 'id' | 'version'>) => Promise<Result<{ event: ConsoleEvent }>>,
  unsaved: 'saved' | 'dropped' | 'left' = 'saved',
): Promise<Result<{ event: ConsoleEvent }>> =>
  inTurn(async () => {
    if (unsaved === 'saved' && !(await saveNow())) return unsavedFailure($saving.get())
    const event = $event.get().data
    const mark = unsaved === 'dropped' ? $fields.get() : savedAs
    if (!event || !base || !mark) return unsavedFailure($saving.get())
    const answer = withReason(await ask({ id: event.id, version: base.version }))
    const theirs = theirsIn(answer)
    if (answer.success) adoptBut(answer.data.event, mark)
    else if (theirs) $saving.set({ state: 'conflict', theirs })
    return answer
  })

/** The end of an event: nothing of it is kept, or saved any more. */
export const ending = (id: string, ask: () => Promise<Result<null>>): Promise<Result<null>> =>
  inTurn(async () => {
    const answer = withReason(await ask())
    if (!answer.success) return answer
    clearTimeout(pause)
    keepDraft(spotOf(id), undefined)
    $saving.set(SAVED)
    return answer
  })

function keep(): void {
  const [id, draft] = [$event.get().data?.id, $fields.get()]
  if (id === undefined || !base || !draft) return
  const { version, fields } = base
  keepDraft(spotOf(id), { base: { version, fields }, draft })
}

function forget(): void {
  const id = $event.get().data?.id
  if (id !== undefined) keepDraft(spotOf(id), undefined)
}
