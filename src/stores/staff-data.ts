import { atom, onMount, type ReadableAtom } from 'nanostores'
import { call } from '#browser/api.ts'
import { startTicker } from '#browser/clock.ts'
import { serverMessage } from '#browser/server-message.ts'
import { $chosenPromoter, hostPromoter, staffHeaders } from '#browser/staff-session.ts'
import { reloadPage } from '#browser/navigate.ts'
import type { DataOf } from '#contracts/endpoint.ts'
import { getEarnings, type StaffEarnings } from '#contracts/earnings.ts'
import {
  getStaffProfile,
  listAssignments,
  listTrackingLinks,
  putStaffProfile,
  type Assignment,
  type StaffProfile,
} from '#contracts/staff.ts'
import type { Failure, Result } from '#model/platform/result.ts'
import type * as z from 'zod/mini'

/** Polling interval, so that a sale is visible within 5 s of its payment. */
const POLL_MS = 4000

/** Specification §3, staff state, per part. Loaded data stays when a later request fails. */
export interface Loaded<Data> {
  status: 'loading' | 'ready' | 'error'
  data: Data | undefined
  /** Message of specification §8. */
  error: string | undefined
  /** Error code of the server. */
  code: string | undefined
}

export type LinkList = DataOf<typeof listTrackingLinks>

export const LOADING: Loaded<never> = {
  status: 'loading',
  data: undefined,
  error: undefined,
  code: undefined,
}

export interface StaffStore<Data> {
  $store: ReadableAtom<Loaded<Data>>
  /** Reloads at once. Waits for a running request first, because its response may be older than the change. */
  load: () => Promise<void>
  /** Applies the response of a change. */
  adopt: (data: Data) => void
}

interface Messages {
  /** No response, or one without a message. */
  failed: string
  /** Invalid response. */
  unknown?: string
}

/** Store that loads on subscription, and polls while the tab is visible if `isPolled`. */
export function staffStore<Data>(
  ask: () => Promise<Result<Data>>,
  messages: Messages,
  isPolled = false,
): StaffStore<Data> {
  const $store = atom<Loaded<Data>>(LOADING)
  let underWay: Promise<void> | undefined
  let asked = 0
  const answerOf = async (): Promise<void> => {
    asked += 1
    const number = asked
    const answer = await ask()
    // The data was changed after this request.
    if (number !== asked) return
    if (answer.success) return adopt(answer.data)
    const { data } = $store.get()
    $store.set({ status: 'error', data, error: storedMessage(answer, messages), code: answer.error.code })
  }
  const look = (): Promise<void> => {
    underWay ??= answerOf().finally(() => {
      underWay = undefined
    })
    return underWay
  }
  const load = async (): Promise<void> => {
    await underWay
    await look()
  }
  const adopt = (data: Data): void => {
    asked += 1
    $store.set({ status: 'ready', data, error: undefined, code: undefined })
  }
  onMount($store, () => {
    void look()
    if (!isPolled) return undefined
    return startTicker(() => {
      if (document.visibilityState === 'visible') void look()
    }, POLL_MS)
  })
  return { $store, load, adopt }
}

const NO_ANSWER = /^(RESPONSE_\w+|EMPTY_RESPONSE|PARSE_ERROR)$/

/** Specification §8, staff data. */
function storedMessage({ error }: Failure, { failed, unknown }: Messages): string {
  if (unknown && NO_ANSWER.test(error.code)) return unknown
  const message = serverMessage(error)
  return message === undefined ? failed : `API Error: ${message}`
}

const pick = <From, To>(answer: Result<From>, take: (data: From) => To): Result<To> =>
  answer.success ? { success: true, data: take(answer.data) } : answer

const profile = staffStore<StaffProfile>(
  async () => pick(await call(getStaffProfile, {}, { headers: staffHeaders() }), (data) => data.staffProfile),
  { failed: 'Failed to load data' },
)
export const { $store: $staffProfile, load: loadStaffProfile } = profile

export const { $store: $assignments, load: loadAssignments } = staffStore<readonly Assignment[]>(
  async () => pick(await call(listAssignments, {}, { headers: staffHeaders() }), (data) => data.assignments),
  { failed: 'Failed to load staff assignments' },
)

export const { $store: $trackingLinks, load: loadTrackingLinks } = staffStore<LinkList>(
  () => call(listTrackingLinks, {}, { headers: staffHeaders() }),
  { failed: 'Failed to load tracking links' },
  true,
)

export const { $store: $earnings, load: loadEarnings } = staffStore<StaffEarnings>(
  async () => pick(await call(getEarnings, {}, { headers: staffHeaders() }), (data) => data.earnings),
  { failed: 'Failed to load earnings data', unknown: 'Unknown error loading earnings' },
  true,
)

export async function saveStaffProfile(body: z.input<(typeof putStaffProfile)['body']>) {
  const answer = await call(putStaffProfile, { body }, { headers: staffHeaders() })
  if (answer.success) profile.adopt(answer.data.staffProfile)
  return answer
}

/** True when the member can switch promoters: not on a promoter's own host. */
export const canChoosePromoter = (): boolean => hostPromoter() === undefined

/** Switches the promoter and reloads the page, because all data depends on it. */
export function choosePromoter(promoterId: string): void {
  $chosenPromoter.set(promoterId)
  reloadPage()
}

/** Forgets a chosen promoter that the member has left; the server then chooses. True when there was one. */
export function forgetChosenPromoter(): boolean {
  const isChosen = canChoosePromoter() && $chosenPromoter.get() !== undefined
  if (isChosen) $chosenPromoter.set(undefined)
  return isChosen
}
