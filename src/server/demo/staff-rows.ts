import type { CommissionRule } from '#model/money/commissions.ts'
import { aurora } from './aurora/aurora.ts'
import { deriveId } from './seeded-random.ts'
import { eventIdOf, promoterIdOf } from './demo-ids.ts'
import { DEMO_MEMBER_EMAIL, demoMemberId } from './links.ts'
import { dateInDays, toEventMoments } from './moments.ts'

const HOUR_MS = 3_600_000

const named = (
  name: string,
): Pick<CommissionRule, 'id' | 'memberId' | 'eventId' | 'ticketTypeId' | 'currency'> => ({
  id: deriveId('commission rule', name),
  memberId: null,
  eventId: null,
  ticketTypeId: null,
  currency: null,
})

/** Returns Aurora's commission rules, one of each kind. */
export const createDemoCommissionRules = (): CommissionRule[] => [
  { ...named('all'), approval: 'open', terms: { kind: 'percentage', basisPoints: 600 } },
  {
    ...named('herbstrauschen'),
    memberId: demoMemberId(),
    eventId: eventIdOf({ slug: 'herbstrauschen' }),
    approval: 'open',
    terms: { kind: 'percentage', basisPoints: 1200 },
  },
  {
    ...named('halbmond'),
    eventId: eventIdOf({ slug: 'halbmond-album-release' }),
    currency: 'EUR',
    approval: 'open',
    terms: { kind: 'fixed', amountCents: 150 },
  },
  {
    ...named('nachtstrom'),
    eventId: eventIdOf({ slug: 'nachtstrom-all-night-long' }),
    approval: 'open',
    terms: {
      kind: 'tiers',
      tiers: [
        { from: 0, basisPoints: 500 },
        { from: 10, basisPoints: 900 },
      ],
    },
  },
  {
    ...named('layl'),
    eventId: eventIdOf({ slug: 'layl-cairo-electronics' }),
    approval: 'manual',
    terms: { kind: 'percentage', basisPoints: 800 },
  },
]

export const ruleRowsOf = (now: number) =>
  createDemoCommissionRules().map(({ id, memberId, eventId, currency, approval, terms }) => ({
    id,
    promoter_id: promoterIdOf(aurora),
    member_id: memberId,
    event_id: eventId,
    currency,
    approval,
    kind: terms.kind,
    basis_points: terms.kind === 'percentage' ? terms.basisPoints : null,
    amount_cents: terms.kind === 'fixed' ? terms.amountCents : null,
    tiers: terms.kind === 'tiers' ? JSON.stringify(terms.tiers) : null,
    created_at: dateInDays(now, -68) ?? new Date(now),
  }))

const SHIFTS = [
  { email: DEMO_MEMBER_EMAIL, slug: 'herbstrauschen', role: 'sales', note: 'Stall at the entrance' },
  {
    email: DEMO_MEMBER_EMAIL,
    slug: 'nachtstrom-all-night-long',
    role: 'sales',
    note: 'Flyers until midnight, then the bar queue',
  },
  { email: DEMO_MEMBER_EMAIL, slug: 'halbmond-album-release', role: 'sales', note: '' },
  { email: 'door@aurora.example', slug: 'nachtstrom-all-night-long', role: 'door', note: 'Gate A' },
  { email: 'door@aurora.example', slug: 'halbmond-album-release', role: 'door', note: '' },
] as const

export const assignmentRowsOf = (now: number) =>
  SHIFTS.flatMap(({ email, slug, role, note }) =>
    aurora.events
      .filter((event) => event.slug === slug)
      .map((event) => {
        const { startsAt, doorsAt } = toEventMoments(event.when, event.timeZone, now)
        const opens = (doorsAt ?? startsAt).getTime()
        return {
          id: deriveId('assignment', email, slug),
          promoter_id: promoterIdOf(aurora),
          account_id: deriveId('account', email),
          event_id: eventIdOf(event),
          role,
          starts_at: new Date(opens - HOUR_MS),
          ends_at: new Date(opens + 4 * HOUR_MS),
          note,
        }
      }),
  )

export const staffProfileRowsOf = (now: number) => [
  {
    promoter_id: promoterIdOf(aurora),
    account_id: demoMemberId(),
    display_name: 'Tiago',
    bio: 'Records by day, flyers by night.',
    updated_at: dateInDays(now, -60) ?? new Date(now),
  },
]
