import type * as z from 'zod/mini'
import { call } from '#browser/platform/api.ts'
import { staffHeaders } from '#browser/account/staff-session.ts'
import type { DataOf } from '#contracts/platform/endpoint.ts'
import {
  createTrackingLink as createContract,
  getTrackingLink,
  putTrackingLink as putContract,
} from '#contracts/portal/staff.ts'
import { createResource, type Resource } from '#stores/platform/resource.ts'
import { explainFailure, loadTrackingLinks } from './staff-data.ts'
import { onSuccess } from '#stores/platform/on-success.ts'

export type LinkDetail = DataOf<typeof getTrackingLink>

const details = new Map<string, Resource<LinkDetail>>()

/** A link with its statistics of the last 30 days, reloaded while subscribed. */
export function linkDetailOf(id: string): Resource<LinkDetail> {
  const known =
    details.get(id) ??
    createResource(() => call(getTrackingLink, { params: { id } }, { headers: staffHeaders() }), {
      isPolled: true,
      explain: explainFailure('Failed to load tracking links'),
    })
  details.set(id, known)
  return known
}

/** Creates a link. Empty fields are omitted, so that the server generates their values. */
export const createLink = (body: z.input<(typeof createContract)['body']>) =>
  onSuccess(call(createContract, { body }, { headers: staffHeaders() }), () => void loadTrackingLinks())

export const saveLink = (id: string, body: z.input<(typeof putContract)['body']>) =>
  onSuccess(
    call(putContract, { params: { id }, body }, { headers: staffHeaders() }),
    () => void details.get(id)?.load(),
  )
