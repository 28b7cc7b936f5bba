import { WORKING_TEST_ACCOUNT } from '#server/money/sandbox-engine/payees.ts'
import { aurora } from '#server/demo/aurora/aurora.ts'
import { deriveCode, deriveId } from '#server/demo/seeded-random.ts'
import { promoterIdOf } from '#server/demo/demo-ids.ts'
import { DEMO_MEMBER_EMAIL, demoMemberId } from '#server/demo/links.ts'
import { dateInDays } from '#server/demo/moments.ts'

const DAY_MS = 86_400_000

interface DemoPayout {
  key: string
  status: 'requested' | 'sent' | 'paid' | 'refused'
  share: number
  daysAgo: number
  reason?: string
}

const PAYOUTS: readonly DemoPayout[] = [
  { key: 'first', status: 'paid', share: 0.35, daysAgo: 9 },
  {
    key: 'refused',
    status: 'refused',
    share: 0.5,
    daysAgo: 6,
    reason: 'Please ask again after the next show.',
  },
  { key: 'second', status: 'sent', share: 0.2, daysAgo: 1 },
  { key: 'third', status: 'requested', share: 0.15, daysAgo: 0.1 },
]

const payeeId = (): string => `acct_${deriveCode(24, 'payee', DEMO_MEMBER_EMAIL)}`

export function payoutRowsOf(availableCents: number, now: number) {
  const opened = dateInDays(now, -30) ?? new Date(now)
  const account = { status: 'ready', created_at: opened }
  const payouts = PAYOUTS.map((payout) => payoutRow(payout, availableCents, now))
  const moved = payouts.filter((payout) => payout.transfer_id !== null)
  const shared = (payout: (typeof payouts)[number]) => ({
    key: payout.id,
    payee_id: payeeId(),
    amount_cents: payout.amount_cents,
    currency: payout.currency,
    created_at: payout.sent_at ?? payout.requested_at,
  })
  return {
    payouts,
    payeeAccounts: [
      {
        ...account,
        account_id: demoMemberId(),
        provider: 'sandbox',
        payee_id: payeeId(),
        updated_at: opened,
      },
    ],
    sandboxPayees: [
      {
        ...account,
        id: payeeId(),
        key: demoMemberId(),
        email: DEMO_MEMBER_EMAIL,
        country: 'DE',
        name: 'Tiago Pires',
        born_on: new Date('1996-05-04T00:00:00Z'),
        bank_account: WORKING_TEST_ACCOUNT,
      },
    ],
    sandboxTransfers: moved.map((payout) => ({
      ...shared(payout),
      id: payout.transfer_id ?? '',
      transfer_group: `promoter:${payout.promoter_id}`,
    })),
    sandboxPayouts: moved.map((payout) => ({
      ...shared(payout),
      id: payout.provider_payout_id ?? '',
      status: payout.status,
      settles_at: payout.status === 'sent' ? new Date(now + 2 * DAY_MS) : null,
    })),
  }
}

function payoutRow(payout: DemoPayout, availableCents: number, now: number) {
  const { key, status, share, daysAgo, reason = '' } = payout
  const requested_at = new Date(now - daysAgo * DAY_MS)
  const decided_at = status === 'requested' ? null : new Date(requested_at.getTime() + DAY_MS / 24)
  const amount_cents = Math.floor((availableCents * share) / 100) * 100
  const finished = { paid: new Date(requested_at.getTime() + 2 * DAY_MS), refused: decided_at }
  return {
    id: deriveId('payout', key),
    promoter_id: promoterIdOf(aurora),
    member_id: demoMemberId(),
    amount_cents,
    currency: 'EUR',
    status,
    reason,
    idempotency_key: `demo:${key}`,
    provider: 'sandbox',
    payee_id: payeeId(),
    requested_at,
    decided_at,
    decided_by: decided_at && deriveId('account', 'owner@aurora.example'),
    finished_at: status === 'paid' || status === 'refused' ? finished[status] : null,
    updated_at: decided_at ?? requested_at,
    ...(status === 'sent' || status === 'paid' ? sendingOf(key, amount_cents, decided_at) : NOT_SENT),
  }
}

const NOT_SENT = {
  transfer_cents: null,
  transfer_id: null,
  provider_payout_id: null,
  sent_at: null,
  checked_at: null,
}

const sendingOf = (key: string, transfer_cents: number, sent_at: Date | null) => ({
  transfer_cents,
  transfer_id: `tr_${deriveCode(24, 'transfer', key)}`,
  provider_payout_id: `po_${deriveCode(24, 'payout', key)}`,
  sent_at,
  checked_at: sent_at,
})
