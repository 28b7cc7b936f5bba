import { atom } from 'nanostores'
import { call } from '#browser/platform/api.ts'
import { staffHeaders } from '#browser/account/staff-session.ts'
import { readUrlFilters, writeUrlFilters } from '#browser/portal/url-filters.ts'
import type { DataOf } from '#contracts/platform/endpoint.ts'
import { earningsBreakdown } from '#contracts/portal/earnings.ts'

export type BreakdownLine = DataOf<typeof earningsBreakdown>['breakdown'][number]

export interface BreakdownFilters {
  eventId?: string
  linkId?: string
  from?: string
  to?: string
}

export interface Breakdown {
  status: 'loading' | 'ready' | 'error'
  filters: BreakdownFilters
  lines: readonly BreakdownLine[]
  nextCursor: string | null
  error: string | undefined
}

export const NO_BREAKDOWN: Breakdown = {
  status: 'loading',
  filters: {},
  lines: [],
  nextCursor: null,
  error: undefined,
}

export const $breakdown = atom<Breakdown>(NO_BREAKDOWN)

const NAMES = ['eventId', 'linkId', 'from', 'to'] as const

export const readBreakdownFilters = (): BreakdownFilters => readUrlFilters(NAMES)

export function filterBreakdown(memberId: string, filters: BreakdownFilters): Promise<void> {
  writeUrlFilters(Object.fromEntries(NAMES.map((name) => [name, filters[name]])), 'typed')
  $breakdown.set({ ...NO_BREAKDOWN, filters })
  return loadBreakdown(memberId)
}

let latest = 0
let underWay: Promise<void> | undefined

export function loadBreakdown(memberId: string): Promise<void> {
  underWay = loadMore(memberId)
  return underWay
}

async function loadMore(memberId: string): Promise<void> {
  latest += 1
  const number = latest
  const before = $breakdown.get()
  $breakdown.set({ ...before, status: 'loading', error: undefined })
  const { filters, nextCursor: cursor, lines } = before
  const answer = await fetchPage(memberId, filters, cursor)
  // Ignores the response if the filters have changed.
  if (number !== latest) return
  if (!answer.success) {
    return $breakdown.set({ ...before, status: 'error', error: answer.error.message })
  }
  const { breakdown, nextCursor } = answer.data
  $breakdown.set({ status: 'ready', filters, lines: [...lines, ...breakdown], nextCursor, error: undefined })
}

const fetchPage = (memberId: string, filters: BreakdownFilters, cursor: string | null) =>
  call(
    earningsBreakdown,
    { params: { id: memberId }, query: { ...filters, ...(cursor ? { cursor } : {}) } },
    { headers: staffHeaders() },
  )

let refreshed = 0

/** Reloads the shown lines and adds new sales, because refunds and ended events change amounts. If that fails, the lines stay. */
export async function refreshBreakdown(memberId: string): Promise<void> {
  refreshed += 1
  const number = refreshed
  await underWay
  const loaded = latest
  const { filters, lines, status } = $breakdown.get()
  if (status !== 'ready') return
  const fresh: BreakdownLine[] = []
  let nextCursor: string | null = null
  do {
    const answer = await fetchPage(memberId, filters, nextCursor)
    if (number !== refreshed || !answer.success) return
    // Reloads again if the list has changed in the meantime.
    if (loaded !== latest) return refreshBreakdown(memberId)
    fresh.push(...answer.data.breakdown)
    nextCursor = answer.data.nextCursor
  } while (nextCursor !== null && fresh.length < lines.length)
  $breakdown.set({ status, filters, lines: fresh, nextCursor, error: undefined })
}
