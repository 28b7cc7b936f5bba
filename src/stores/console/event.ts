import { atom, computed } from 'nanostores'
import * as z from 'zod/mini'
import { consoleEvent, getConsoleEvent, putEvent, type ConsoleEvent } from '#contracts/console/events.ts'
import { areSameFields, sentFields, writtenFields, type EventFields } from '#model/catalog/event-drafts.ts'
import type { Failure, Result } from '#model/platform/result.ts'
import { conflictIn } from '../edit-conflict.ts'
import { keepDraft, readKept, type DraftSpot } from '../kept-drafts.ts'
import { byField, type FieldErrors } from '../look-errors.ts'
import { callPromoter } from '../own-promoters.ts'
import { withReason } from '../refusal-words.ts'
import { createResourceOf, takeData } from '../resource.ts'
import { validationErrorsOf, isPassing, unsavedFailure, type Saving } from './event-saving.ts'

const loaded = createResourceOf<ConsoleEvent, string>(
  async (id) => takeData(await callPromoter(getConsoleEvent, { params: { id } }), ({ event }) => event),
  (id) => id,
)
/** The event as returned by the server. */
export const $event = loaded.$store
export const showEvent = loaded.adopt
/** Form values; they need not be valid yet. */
export const $fields = atom<EventFields | undefined>(undefined)
/** Errors by field. */
export const $fieldErrors = atom<FieldErrors>({})

export const SAVED: Saving = { state: 'saved' }
export const $saving = atom<Saving>(SAVED)

/** True while there are unsaved changes. */
export const $isUnsaved = computed($saving, ({ state }) => state !== 'saved')

/** Version that the form values are based on. Changed only by a save or the resolution of a conflict. */
let base: Pick<ConsoleEvent, 'version' | 'fields'> | undefined
/** Form values that are saved. */
let savedAs: EventFields | undefined
/** Form values that were sent without a response, which may be saved. */
let unanswered: EventFields[] = []

/** Delay after the last input before saving. */
const PAUSE_MS = 800
const RETRY_MS = 4000
let pause: ReturnType<typeof setTimeout> | undefined

/** Loads the event and restores unsaved changes of this tab. */
export async function loadEvent(id: string): Promise<void> {
  await loaded.load(id)
  const { status, data: event } = $event.get()
  if (status !== 'ready' || !event) return
  const kept = readKept(spotOf(id), {
    base: (value) => z.safeParse(began, value).data,
    draft: (value) => z.safeParse(writtenFields, value).data,
  })
  if (!kept || areSameFields(kept.draft, event.fields)) return adopt(event)
  const isNewest = areSameFields(kept.base.fields, event.fields)
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

/** Reloads the event without touching the form. */
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

/** Queues requests: each needs the version of the previous one. */
function inTurn<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  const mine = last.then(work)
  last = mine.catch(() => undefined)
  return mine
}

/** Saves the form; later input is saved afterwards. Resolves to true when saved. */
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

/** When only this page has changed the event, sends the change again with the new version. */
async function send(event: ConsoleEvent, fields: EventFields): Promise<Result<{ event: ConsoleEvent }>> {
  const sendFrom = ({ version } = base ?? event) =>
    callPromoter(putEvent, { params: { id: event.id }, body: { version, fields } })
  unanswered = [...unanswered, fields]
  const answer = await sendFrom()
  const theirs = conflictIn(answer, consoleEvent)
  const known = [base?.fields ?? event.fields, ...unanswered]
  if (!theirs || !known.some((each) => areSameFields(each, theirs.fields))) return answer
  base = theirs
  return sendFrom()
}

/** Sets the event after a save of `written`. */
function begin(event: ConsoleEvent, written: EventFields): void {
  showEvent(event)
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
  const theirs = conflictIn(answer, consoleEvent)
  const wrong = validationErrorsOf(answer)
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

/** Overwrites the other person's changes, which stay in the audit log. */
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

/** Replaces the form by the server's event. */
function adopt(event: ConsoleEvent): void {
  begin(event, event.fields)
  $fields.set(event.fields)
  rest()
}

/** Replaces the form by the server's event, keeping input since `mark`, which is saved afterwards. */
function adoptBut(event: ConsoleEvent, mark: EventFields): void {
  const later = changesOf(mark, $fields.get() ?? mark)
  if (event.status === 'cancelled' || Object.keys(later).length === 0) return adopt(event)
  begin(event, event.fields)
  $fields.set({ ...event.fields, ...later })
  goOnLater()
}

function changesOf(before: EventFields, after: EventFields): Partial<EventFields> {
  // All keys of the fields are among them.
  const entries = Object.entries(after) as [keyof EventFields, unknown][]
  return Object.fromEntries(
    entries.filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(before[key])),
  )
}

/**
 * A change other than of the fields, for the current version. Unsaved changes are saved first, discarded or kept, depending on `unsaved`.
 */
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
    const theirs = conflictIn(answer, consoleEvent)
    if (answer.success) adoptBut(answer.data.event, mark)
    else if (theirs) $saving.set({ state: 'conflict', theirs })
    return answer
  })

/** Deletes an event: its draft is discarded and no longer saved. */
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
