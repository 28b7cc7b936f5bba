import { call } from '#browser/platform/api.ts'
import { serverMessage } from '#browser/platform/server-message.ts'
import { $chosenPromoterId, readStorefrontPromoterId, staffHeaders } from '#browser/account/staff-session.ts'
import { reloadPage } from '#browser/platform/navigate.ts'
import type { DataOf } from '#contracts/platform/endpoint.ts'
import { getEarnings, type StaffEarnings } from '#contracts/portal/earnings.ts'
import {
  getStaffProfile,
  listAssignments,
  listTrackingLinks,
  putStaffProfile,
  type Assignment,
  type StaffProfile,
} from '#contracts/portal/staff.ts'
import type { Failure } from '#model/platform/result.ts'
import type * as z from 'zod/mini'
import { createResource, mapData } from '#stores/platform/resource.ts'
import { onSuccess } from '#stores/platform/on-success.ts'

export type LinkList = DataOf<typeof listTrackingLinks>

const NO_ANSWER = /^(RESPONSE_\w+|EMPTY_RESPONSE|PARSE_ERROR)$/

/**
 * Returns a function that converts a failure to a message (specification §8, staff data). `failed`: message if the server sent none.
 * `unknown`: message for an invalid response.
 */
export const explainFailure =
  (failed: string, unknown?: string) =>
  ({ error }: Failure): string => {
    if (unknown && NO_ANSWER.test(error.code)) return unknown
    const message = serverMessage(error)
    return message === undefined ? failed : `API Error: ${message}`
  }

const profile = createResource<StaffProfile>(
  async () =>
    mapData(await call(getStaffProfile, {}, { headers: staffHeaders() }), (data) => data.staffProfile),
  { explain: explainFailure('Failed to load data') },
)
export const { $store: $staffProfile, load: loadStaffProfile } = profile

export const { $store: $assignments, load: loadAssignments } = createResource<readonly Assignment[]>(
  async () =>
    mapData(await call(listAssignments, {}, { headers: staffHeaders() }), (data) => data.assignments),
  { explain: explainFailure('Failed to load staff assignments') },
)

export const { $store: $trackingLinks, load: loadTrackingLinks } = createResource<LinkList>(
  () => call(listTrackingLinks, {}, { headers: staffHeaders() }),
  { isPolled: true, explain: explainFailure('Failed to load tracking links') },
)

export const { $store: $earnings, load: loadEarnings } = createResource<StaffEarnings>(
  async () => mapData(await call(getEarnings, {}, { headers: staffHeaders() }), (data) => data.earnings),
  {
    isPolled: true,
    explain: explainFailure('Failed to load earnings data', 'Unknown error loading earnings'),
  },
)

export const saveStaffProfile = (body: z.input<(typeof putStaffProfile)['body']>) =>
  onSuccess(call(putStaffProfile, { body }, { headers: staffHeaders() }), ({ staffProfile }) =>
    profile.adopt(staffProfile),
  )

/** True when the member can switch promoters, which isn't possible on a promoter's own host. */
export const canChoosePromoter = (): boolean => readStorefrontPromoterId() === undefined

export function choosePromoter(promoterId: string): void {
  $chosenPromoterId.set(promoterId)
  reloadPage()
}

/** Deletes the choice of a promoter that the member has left; the server then chooses one. Returns false if there was no choice. */
export function clearChosenPromoter(): boolean {
  const isChosen = canChoosePromoter() && $chosenPromoterId.get() !== undefined
  if (isChosen) $chosenPromoterId.set(undefined)
  return isChosen
}
