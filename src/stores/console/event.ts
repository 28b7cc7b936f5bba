import { atom, computed, type WritableAtom } from 'nanostores'
import * as z from 'zod/mini'
import { readStored, SESSION_KEYS, writeStored } from '#browser/storage.ts'
import { consoleEvent, getConsoleEvent, putEvent, type ConsoleEvent } from '#contracts/console/events.ts'
import { eventFields, type EventFields } from '#model/event-drafts.ts'
import type { Failure, Result } from '#model/result.ts'
import { LOADING, type Loaded } from '../loaded.ts'
import { byField, type FieldErrors } from '../look-errors.ts'
import { callPromoter } from '../own-promoters.ts'
import { withReason } from '../refusal-words.ts'

/** The event as the server has it. */
export const $event: WritableAtom<Loaded<ConsoleEvent>> = atom(LOADING)
/** As it is being written: texts that need not fit yet. */
export const $fields = atom<EventFields | undefined>(undefined)
/** What is wrong with it, by field. */
export const $fieldErrors = atom<FieldErrors>({})

/** What has become of the last change. `offline` is tried again by itself, `denied` with the next change; a conflict waits for a decision. */
export type Saving =
  | { state: 'saved' | 'waiting' | 'saving' | 'refused' | 'offline' }
  | { state: 'denied'; why: string }
  | { state: 'conflict'; theirs: ConsoleEvent }
export const SAVED: Saving = { state: 'saved' }
export const $saving = atom<Saving>(SAVED)

/** What was written is nowhere but here. */
export const $isUnsaved = computed($saving, ({ state }) => state !== 'saved')

/** Somebody who types is not interrupted. */
const PAUSE_MS = 800
const RETRY_MS = 4000
let pause: ReturnType<typeof setTimeout> | undefined

/** What was written in this tab and not saved is there again after a reload. */
export async function loadEvent(id: string): Promise<void> {
  const answer = await callPromoter(getConsoleEvent, { params: { id } })
  if (!answer.success) return $event.set({ failure: answer.error.message })
  const { event } = answer.data
  $event.set({ data: event })
  const kept = readKept(id)
  $fields.set(kept?.fields ?? event.fields)
  if (!kept) return
  if (kept.version === event.version) saveSoon()
  else $saving.set({ state: 'conflict', theirs: event })
}

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
  keep($fields.get())
  if ($saving.get().state !== 'conflict') saveSoon()
}

function saveSoon(): void {
  clearTimeout(pause)
  if ($saving.get().state !== 'saving') $saving.set({ state: 'waiting' })
  pause = setTimeout(() => void saveEvent(), PAUSE_MS)
}

let running: Promise<boolean> | undefined

/** Saves what is written now; what is written meanwhile is saved after it. Whether all of it is saved. */
export async function saveEvent(): Promise<boolean> {
  clearTimeout(pause)
  await running
  if ($saving.get().state === 'conflict') return false
  if ($saving.get().state === 'saved') return true
  running = saveOnce().finally(() => {
    running = undefined
  })
  return running
}

async function saveOnce(): Promise<boolean> {
  const [event, fields] = [$event.get().data, $fields.get()]
  if (!event || !fields) return false
  const parsed = eventFields.safeParse(fields)
  if (!parsed.success) return refuse(byField(parsed.error.issues))
  $saving.set({ state: 'saving' })
  const body = { version: event.version, fields: parsed.data }
  const answer = await callPromoter(putEvent, { params: { id: event.id }, body })
  if (!answer.success) return explain(answer)
  $event.set({ data: answer.data.event })
  $fieldErrors.set({})
  if ($fields.get() !== fields) {
    $saving.set({ state: 'waiting' })
    saveSoon()
    return false
  }
  keep(undefined)
  $saving.set(SAVED)
  return true
}

function explain(answer: Failure): boolean {
  const { code, details } = answer.error
  if (code === 'EDIT_CONFLICT') {
    const told = conflict.safeParse(details)
    if (told.success) $saving.set({ state: 'conflict', theirs: told.data.current })
    return false
  }
  const wrong = fieldErrors.safeParse(details)
  if (code === 'VALIDATION_ERROR' && wrong.success)
    return refuse(
      byField(wrong.data.map(({ path, message }) => ({ path: [path.replace(/^fields\./, '')], message }))),
    )
  const told = withReason<never>(answer)
  if (!told.success && !MAY_PASS.test(code)) $saving.set({ state: 'denied', why: told.error.message })
  else {
    $saving.set({ state: 'offline' })
    pause = setTimeout(() => void saveEvent(), RETRY_MS)
  }
  return false
}

/** Failures that may be over by themselves. */
const MAY_PASS =
  /^(NETWORK_ERROR|REQUEST_ERROR|RESPONSE_\w+|EMPTY_RESPONSE|PARSE_ERROR|HTTP_ERROR_\d+|INTERNAL_ERROR|UNAVAILABLE|UNAUTHENTICATED|RATE_LIMITED)$/

const conflict = z.object({ current: consoleEvent })
const fieldErrors = z.array(z.object({ path: z.string(), message: z.string() }))

function refuse(errors: FieldErrors): boolean {
  $fieldErrors.set(errors)
  $saving.set({ state: 'refused' })
  return false
}

/** What the other has written goes; it is in the audit log. */
export function keepMine(): Promise<boolean> {
  const saving = $saving.get()
  if (saving.state !== 'conflict') return Promise.resolve(false)
  $event.set({ data: saving.theirs })
  $saving.set({ state: 'waiting' })
  return saveEvent()
}

export function takeTheirs(): void {
  const saving = $saving.get()
  if (saving.state === 'conflict') adopt(saving.theirs)
}

/** The event as an answer has it, in the place of what is written here. */
export function adopt(event: ConsoleEvent): void {
  clearTimeout(pause)
  $event.set({ data: event })
  $fields.set(event.fields)
  $fieldErrors.set({})
  $saving.set(SAVED)
  keep(undefined)
}

/** A change beside the fields, once they are saved. What was refused because somebody was quicker shows as a conflict. */
export async function changing(
  ask: (event: ConsoleEvent) => Promise<Result<{ event: ConsoleEvent }>>,
): Promise<Result<{ event: ConsoleEvent }> | undefined> {
  if (!(await saveEvent())) return undefined
  const event = $event.get().data
  if (!event) return undefined
  const answer = withReason(await ask(event))
  if (answer.success) adopt(answer.data.event)
  else if (answer.error.code === 'EDIT_CONFLICT') explain(answer)
  return answer
}

/** Undefined forgets it. */
function keep(fields: EventFields | undefined): void {
  const event = $event.get().data
  const kept = fields && event && { id: event.id, version: event.version, fields }
  writeStored('sessionStorage', SESSION_KEYS.eventDraft, kept)
}

const kept = z.object({ id: z.string(), version: z.int(), fields: z.record(z.string(), z.unknown()) })

function readKept(id: string): { version: number; fields: EventFields } | undefined {
  const stored = kept.safeParse(readStored('sessionStorage', SESSION_KEYS.eventDraft))
  const fields =
    stored.success && stored.data.id === id ? eventFields.safeParse(stored.data.fields) : undefined
  return stored.success && fields?.success ? { version: stored.data.version, fields: fields.data } : undefined
}
