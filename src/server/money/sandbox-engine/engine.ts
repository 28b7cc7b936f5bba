import type { Card } from '#model/money/payments.ts'
import type { Clock } from '#server/context.ts'
import { createStatementBatcher } from '#server/platform/db/batches/statement-batcher.ts'
import type { Db } from '#server/platform/db/query.ts'
import {
  closeDispute,
  findIntent,
  insertIntents,
  listIntents,
  changeIntentStatuses,
  settleIntents,
  type EngineDispute,
  type EngineIntent,
  type IntentStatusChange,
  type NewIntent,
} from './intent-rows.ts'
import { createPayeeAccounts, FAILING_TEST_ACCOUNT, type PayeeAccounts } from './payees.ts'
import { settlePayees } from './payee-rows.ts'
import { settlePayouts } from './payout-rows.ts'
import { setShortage } from './shortage-rows.ts'
import { SandboxRefusal } from './refusal.ts'
import { refundIntent, type RefundRequest } from './refunds.ts'
import { settleRefunds } from './refund-rows.ts'
import type { EngineRefund } from './intent-rows.ts'
import { checkCard, type CheckedCard } from './test-cards.ts'

/** Delay in milliseconds of late settlements, late refunds, identity checks and payouts. */
export const LATE_SETTLEMENT_MS = 3000

/**
 * State and rules of the simulated payment provider. The sandbox calls it directly; the tests' Stripe server adds Stripe's
 * protocol. A rejected call throws `Refusal` and changes nothing. Calls with the same key return the same object.
 */
export interface SandboxEngine {
  createIntent: (intent: NewIntent) => Promise<EngineIntent>
  confirm: (intentId: string, card: Card) => Promise<EngineIntent>
  charge: (intentId: string, judged: CheckedCard) => Promise<EngineIntent>
  answerChallenge: (intentId: string, isApproved: boolean) => Promise<EngineIntent>
  cancel: (intentId: string) => Promise<EngineIntent>
  intent: (intentId: string) => Promise<EngineIntent>
  intents: (limit: number) => Promise<EngineIntent[]>
  refund: (request: RefundRequest) => Promise<EngineRefund>
  closeDispute: (disputeId: string, as: 'won' | 'lost') => Promise<EngineDispute>
  payees: PayeeAccounts
  /** Simulates a balance of the platform or a payee that is too low for any amount, or sufficient again. */
  setShort: (account: string, isShort: boolean) => Promise<void>
  /**
   * Completes everything that is due: late settlements and refunds, checks, payouts. Several processes may call it
   * concurrently.
   */
  settle: () => Promise<void>
}

const BATCH = 100
const PAYABLE = ['open', 'requires_action'] as const

export function createSandboxEngine({ db, clock }: { db: Db; clock: Clock }): SandboxEngine {
  const now = (): Date => new Date(clock.now())
  const later = (): Date => new Date(clock.now() + LATE_SETTLEMENT_MS)
  const intent = async (intentId: string): Promise<EngineIntent> => {
    const found = await findIntent(db, intentId)
    if (!found) throw new SandboxRefusal('resource_missing', `No such payment_intent: '${intentId}'`)
    return found
  }
  const createIntent = createStatementBatcher<NewIntent, EngineIntent>({
    keyOf: ({ key }) => key,
    run: (requests) => insertIntents(db, requests, now()),
  })
  const changeStatus = createStatementBatcher<IntentStatusChange, EngineIntent | undefined>({
    keyOf: ({ intentId }) => intentId,
    run: (moves) => changeIntentStatuses(db, moves, now()),
  })
  const charge: SandboxEngine['charge'] = async (intentId, { outcome: fate, card }) => {
    const moved = await changeStatus({
      intentId,
      from: PAYABLE,
      ...(card ? { card: card.number } : {}),
      ...afterCard(fate, later()),
      isDisputed: card?.disputes === true,
    })
    // The returned row doesn't contain a dispute that was created with the charge, so the intent is read again.
    return moved && !card?.disputes ? moved : intent(intentId)
  }
  return {
    createIntent,
    confirm: (intentId, card) => charge(intentId, checkCard(card, clock.now())),
    charge,
    answerChallenge: async (intentId, isApproved) => {
      const answer = isApproved
        ? ({ to: 'succeeded' } as const)
        : ({ to: 'open', decline: 'authentication_failed' } as const)
      const moved = await changeStatus({ intentId, from: ['requires_action'], ...answer })
      return moved ?? intent(intentId)
    },
    cancel: async (intentId) => (await changeStatus({ intentId, to: 'cancelled' })) ?? intent(intentId),
    intent,
    intents: (limit) => listIntents(db, limit),
    refund: (request) => refundIntent(db, request, { now: now(), later: later() }),
    closeDispute: async (disputeId, as) => {
      const closed = await closeDispute(db, { disputeId, as }, now())
      if (!closed) throw new SandboxRefusal('resource_missing', `No open dispute: '${disputeId}'`)
      return closed
    },
    payees: createPayeeAccounts(db, { now, later }),
    setShort: (account, isShort) => setShortage(db, { account, isShort }),
    settle: () => settle(db, now()),
  }
}

function afterCard(
  fate: CheckedCard['outcome'],
  settlesAt: Date,
): Pick<IntentStatusChange, 'to' | 'decline' | 'settlesAt'> {
  if (fate === 'succeed') return { to: 'succeeded' }
  if (fate === 'challenge') return { to: 'requires_action' }
  if (fate === 'settle_late') return { to: 'processing', settlesAt }
  return { to: 'open', decline: fate }
}

async function settle(db: Db, now: Date): Promise<void> {
  const due = { now, limit: BATCH }
  const rounds = [
    () => settleIntents(db, due),
    () => settleRefunds(db, due),
    () => settlePayees(db, due),
    () => settlePayouts(db, { ...due, failingAccount: FAILING_TEST_ACCOUNT }),
  ]
  for (const round of rounds) while ((await round()) === BATCH);
}
