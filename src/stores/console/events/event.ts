import { atom, computed } from 'nanostores'
import { consoleEvent, getConsoleEvent, putEvent, type ConsoleEvent } from '#contracts/console/events.ts'
import {
  areEventFieldsEqual,
  eventFieldsInput,
  editedEventFields,
  type EventFields,
} from '#model/catalog/event-drafts.ts'
import type { Failure, Result } from '#model/platform/result.ts'
import { canSaveStateBecome } from '#model/platform/drafts/save-states.ts'
import { createDraft } from '#stores/console/editing/drafts.ts'
import { conflictingVersionIn } from '#stores/console/editing/edit-conflict.ts'
import { storeUnsavedDraft, type DraftKey } from '#stores/console/editing/unsaved-drafts.ts'
import { messagesByField, type FieldErrors } from '#stores/console/site/branding-errors.ts'
import { callPromoter } from '#stores/console/own-promoters.ts'
import { createDebouncer } from '#stores/console/editing/debouncer.ts'
import { createQueue } from '#stores/console/editing/queue.ts'
import { withReason } from '#stores/platform/error-message.ts'
import { mapData } from '#stores/platform/resource.ts'
import {
  isTemporaryFailure,
  AUTOSAVE_SAVED,
  unsavedFailure,
  validationErrorsOf,
  type Autosave,
  type Saving,
} from './event-saving.ts'

const spotOf = (id: string): DraftKey => ({ kind: 'eventDraft', id })

export const eventDraft = createDraft<ConsoleEvent, EventFields>({
  fetchView: async (id) =>
    mapData(await callPromoter(getConsoleEvent, { params: { id } }), ({ event }) => event),
  spotOf: ({ id }) => spotOf(id),
  content: editedEventFields,
  contentOf: ({ fields }) => fields,
  isSame: areEventFieldsEqual,
  mergesFields: false,
})

export const $event = eventDraft.$saved
/** Form values. They may be invalid while the user edits. */
export const $eventFields = eventDraft.$content
export const $fieldErrors = atom<FieldErrors>({})
export const $autosave = atom<Autosave>(AUTOSAVE_SAVED)

export const $saving = computed([eventDraft.$theirs, $autosave], (theirs, autosave): Saving =>
  theirs ? { state: 'conflict', theirs } : autosave,
)

export const $isUnsaved = computed($saving, ({ state }) => state !== 'saved')

/** Saves run one after another, because each request contains the version that the previous one returned. */
const enqueue = createQueue()
const pause = createDebouncer()

const PAUSE_MS = 800
const RETRY_MS = 4000

export async function loadEvent(id: string): Promise<void> {
  if (await eventDraft.open(id)) settle()
}

export async function refreshEvent(): Promise<void> {
  const id = $event.get().data?.id
  const answer = id === undefined ? undefined : await callPromoter(getConsoleEvent, { params: { id } })
  if (answer?.success && !$isUnsaved.get()) adopt(answer.data.event)
}

export function editEventFields(change: Partial<EventFields>): void {
  eventDraft.write(change)
  if ($eventFields.get()) saveSoon()
}

function saveSoon(): void {
  const { state } = $saving.get()
  if (state === 'conflict') return
  if (state !== 'saving') move({ state: 'waiting' })
  pause.start(saveEvent, PAUSE_MS)
}

/** Ignores transitions that `canSaveStateBecome` doesn't allow. */
function move(next: Autosave): void {
  if (canSaveStateBecome($saving.get().state, next.state)) $autosave.set(next)
}

/** Saves the form. Returns false when it couldn't be saved. Input during the save is saved by a later one. */
export const saveEvent = (): Promise<boolean> => enqueue(saveNow)

async function saveNow(): Promise<boolean> {
  pause.stop()
  const { state } = $saving.get()
  return state === 'saved' || (canSaveStateBecome(state, 'saving') && saveOnce())
}

async function saveOnce(): Promise<boolean> {
  const [event, written] = [$event.get().data, $eventFields.get()]
  if (!event || !written) return false
  const parsed = eventFieldsInput.safeParse(written)
  if (!parsed.success) return refuse(messagesByField(parsed.error.issues))
  move({ state: 'saving' })
  const answer = await send(event.id, parsed.data)
  if (!answer.success) return explain(answer)
  eventDraft.continueFrom(answer.data.event, written)
  settle()
  return true
}

/** Sends the form. If it conflicts with an earlier request of this page, sends it again with the new version. */
async function send(id: string, fields: EventFields): Promise<Result<{ event: ConsoleEvent }>> {
  const put = () => {
    const version = eventDraft.$draft.get()?.base.version ?? 0
    return callPromoter(putEvent, { params: { id }, body: { version, fields } })
  }
  eventDraft.send(fields)
  const answer = await put()
  const theirs = conflictingVersionIn(answer, consoleEvent)
  return theirs && eventDraft.rebase(theirs) ? put() : answer
}

/** Sets the state after a save: saved, or waiting if there was new input. */
function settle(): void {
  $fieldErrors.set({})
  const draft = eventDraft.$draft.get()
  if (draft && draft.content !== draft.savedAs) {
    move({ state: 'waiting' })
    return saveSoon()
  }
  pause.stop()
  move(AUTOSAVE_SAVED)
}

function explain(answer: Failure): boolean {
  const theirs = conflictingVersionIn(answer, consoleEvent)
  const wrong = validationErrorsOf(answer)
  if (wrong) return refuse(wrong)
  if (theirs) return contest(theirs)
  const result = withReason<never>(answer)
  const why = result.success ? '' : result.error.message
  if (isTemporaryFailure(answer)) {
    move({ state: 'offline', why })
    pause.start(saveEvent, RETRY_MS)
  } else {
    pause.stop()
    move({ state: 'stopped', why })
  }
  return false
}

function refuse(errors: FieldErrors): boolean {
  $fieldErrors.set(errors)
  move({ state: 'refused' })
  return false
}

function contest(theirs: ConsoleEvent): boolean {
  pause.stop()
  eventDraft.contest(theirs)
  return false
}

/** Overwrites the other person's changes. The audit log keeps them. */
export function keepOwnVersion(): Promise<boolean> {
  if ($saving.get().state !== 'conflict') return Promise.resolve(false)
  eventDraft.keepMine()
  $fieldErrors.set({})
  move({ state: 'waiting' })
  return saveEvent()
}

/** Resolves a conflict by discarding this page's changes. */
export function useOtherVersion(): void {
  const saving = $saving.get()
  if (saving.state === 'conflict') adopt(saving.theirs)
}

/** Replaces the form's values with the server's, except for input made since `mark`, which is saved afterwards. */
function adopt(event: ConsoleEvent, mark?: EventFields): void {
  eventDraft.adopt(event, mark)
  settle()
}

/**
 * Runs a change that doesn't edit the fields, on the current version. `unsaved`: whether unsaved fields are saved first, discarded, or left
 * unsaved.
 */
export const runEventChange = (
  send: (event: Pick<ConsoleEvent, 'id' | 'version'>) => Promise<Result<{ event: ConsoleEvent }>>,
  unsaved: 'saved' | 'dropped' | 'left' = 'saved',
): Promise<Result<{ event: ConsoleEvent }>> =>
  enqueue(async () => {
    if (unsaved === 'saved' && !(await saveNow())) return unsavedFailure($saving.get())
    const [event, draft] = [$event.get().data, eventDraft.$draft.get()]
    if (!event || !draft) return unsavedFailure($saving.get())
    const mark = unsaved === 'dropped' ? draft.content : draft.savedAs
    const answer = withReason(await send({ id: event.id, version: draft.base.version }))
    const theirs = conflictingVersionIn(answer, consoleEvent)
    if (answer.success) adopt(answer.data.event, answer.data.event.status === 'cancelled' ? undefined : mark)
    else if (theirs) contest(theirs)
    return answer
  })

/** Deletes the event by `sendDelete`, and then its draft, so that autosave doesn't send it again. A failure keeps the draft. */
export const deleteWithDraft = (id: string, sendDelete: () => Promise<Result<null>>): Promise<Result<null>> =>
  enqueue(async () => {
    const answer = withReason(await sendDelete())
    if (!answer.success) return answer
    pause.stop()
    storeUnsavedDraft(spotOf(id), undefined)
    move(AUTOSAVE_SAVED)
    return answer
  })
