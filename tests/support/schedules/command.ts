import fc from 'fast-check'
import type { TermsOptions } from '../factories.ts'
import type { ProviderName } from './books.ts'
import type { Fault } from './faulty-provider.ts'
import type { Death } from './life.ts'

/** Test cards by behaviour. */
export const SCHEDULED_CARDS = {
  good: '4242424242424242',
  declined: '4000000000000002',
  poor: '4000000000009995',
  expired: '4000000000000069',
  challenged: '4000000000003220',
  late: '4000000000000077',
  disputed: '4000000000000259',
  'refunded late': '4000000000007726',
  'refund fails': '4000000000005126',
} as const
export type CardName = keyof typeof SCHEDULED_CARDS

export type Job = 'sweep' | 'reconcile' | 'events' | 'provider' | 'balances'

/** One step. Numbers select modulo what exists; impossible steps are skipped. */
export type Step =
  | { do: 'hold'; cart: number; first: number; second: number }
  | { do: 'check out'; cart: number; withPromo: boolean; again: boolean; voucher: VoucherChoice | undefined }
  /** The owner gives out a voucher. */
  | { do: 'give voucher'; cents: number; key: number }
  /** A buyer orders a voucher and pays it. */
  | { do: 'buy voucher'; amount: number; card: CardName; again: boolean }
  | { do: 'void voucher'; pick: number }
  /** Places an order first if there is none. */
  | { do: 'pay'; cart: number; card: CardName; voucher: VoucherChoice | undefined }
  | { do: 'open intent'; cart: number }
  | { do: 'ask'; cart: number }
  | { do: 'answer'; pick: number; approved: boolean }
  | { do: 'cancel'; cart: number }
  | { do: 'drop'; cart: number }
  | { do: 'refund'; pick: number; how: 'all' | 'ticket' | 'amount'; key: number }
  /** Refunds each ticket of an order separately and concurrently. */
  | { do: 'refund each'; pick: number }
  /** The buyer returns some tickets of an order. */
  | { do: 'return'; pick: number; count: number; key: number }
  | { do: 'refund at provider'; pick: number; share: number }
  | { do: 'close dispute'; pick: number; won: boolean }
  | { do: 'capacity'; pick: number; to: number }
  /** An operator changes what the platform takes, at once. */
  | { do: 'terms'; terms: ScheduledTerms }
  | { do: 'job'; job: Job }
  /** The owner asks for a payout. */
  | { do: 'settle'; key: number }
  | { do: 'settle scheduled' }
  | { do: 'send settlements' }
  | { do: 'cancel settlement'; pick: number }
  | { do: 'settlement rules'; earlyShare: number; reserve: number; isHeld: boolean }
  | { do: 'move event'; isOver: boolean }
  | { do: 'adjust'; cents: number; key: number }
  | { do: 'bank account'; isOpen: boolean }
  | { do: 'webhook'; pick: number; fate: 'arrives' | 'arrives twice' | 'comes again' | 'is lost' }

/** A voucher that pays a share of the total, in percent. */
export interface VoucherChoice {
  pick: number
  share: number
}

export type Command =
  | Step
  | { do: 'wait'; ms: number }
  | { do: 'faults'; next: Fault[] }
  /** Runs a step while the provider fails or the process is killed. */
  | { do: 'unlucky'; step: Step; next: Fault[] }
  | ({ do: 'deadly'; step: Step } & Death)
  | ({ do: 'die' } & Death)
  /** No webhooks arrive from here on. */
  | { do: 'webhooks stop' }
  | { do: 'at once'; steps: Step[] }

export type ScheduledTerms = Omit<TermsOptions, 'promoterId' | 'currency' | 'effectiveFrom'>

export interface Schedule {
  provider: ProviderName
  types: { capacity: number; priceCents: number }[]
  promo: { percent: number; maxUses: number; maxUsesPerCustomer: number | undefined }
  taxMillionths: number
  terms: ScheduledTerms
  commands: Command[]
}

const CARTS = 3
const cart = fc.nat({ max: CARTS - 1 })
const pick = fc.nat({ max: 7 })

// Explicit, because fast-check widens the literals of records.
const is = <Name extends Command['do'], Rest extends object>(
  name: Name,
  rest: { [Key in keyof Rest]: fc.Arbitrary<Rest[Key]> },
): fc.Arbitrary<{ do: Name } & Rest> => fc.record<Rest>(rest).map((values) => ({ do: name, ...values }))

const cardName = fc.oneof(
  { weight: 6, arbitrary: fc.constant<CardName>('good') },
  { weight: 6, arbitrary: fc.constantFrom<CardName>('challenged', 'late') },
  { weight: 3, arbitrary: fc.constantFrom<CardName>('disputed', 'refunded late', 'refund fails') },
  { weight: 1, arbitrary: fc.constantFrom<CardName>('declined', 'poor', 'expired') },
)

/** Below, equal to and above the fees that buyers are charged. */
const terms: fc.Arbitrary<ScheduledTerms> = fc
  .record({
    rule: fc.constantFrom(
      { ticketBaseCents: 50, ticketBasisPoints: 500, orderBaseCents: 100 },
      {},
      { ticketBasisPoints: 333, orderBaseCents: 7 },
      { ticketBaseCents: 131, ticketMinimumCents: 149, orderBaseCents: 333, orderBasisPoints: 250 },
    ),
    processingFeePaidBy: fc.constantFrom('platform' as const, 'promoter' as const),
    taxesRemittedBy: fc.constantFrom('promoter' as const, 'platform' as const),
  })
  .map(({ rule, ...rest }) => ({ ...rule, ...rest }))

const voucher: fc.Arbitrary<VoucherChoice | undefined> = fc.option(
  fc.record({ pick, share: fc.constantFrom(1, 50, 100, 100) }),
  { nil: undefined, freq: 2 },
)

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: is('hold', { cart, first: fc.nat({ max: 3 }), second: fc.nat({ max: 2 }) }) },
  { weight: 6, arbitrary: is('check out', { cart, withPromo: fc.boolean(), again: fc.boolean(), voucher }) },
  {
    weight: 3,
    arbitrary: is('give voucher', { cents: fc.constantFrom(1, 700, 2500, 9000), key: fc.nat({ max: 2 }) }),
  },
  {
    weight: 4,
    arbitrary: is('buy voucher', {
      amount: fc.constantFrom(1, 10, 60),
      card: cardName,
      again: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: is('void voucher', { pick }) },
  { weight: 20, arbitrary: is('pay', { cart, card: cardName, voucher }) },
  { weight: 1, arbitrary: is('open intent', { cart }) },
  { weight: 3, arbitrary: is('ask', { cart }) },
  {
    weight: 5,
    arbitrary: is('answer', { pick, approved: fc.integer({ min: 0, max: 3 }).map((one) => one > 0) }),
  },
  { weight: 2, arbitrary: is('cancel', { cart }) },
  { weight: 2, arbitrary: is('drop', { cart }) },
  {
    weight: 8,
    arbitrary: is('refund', {
      pick,
      how: fc.constantFrom('all', 'ticket', 'amount'),
      key: fc.nat({ max: 2 }),
    }),
  },
  { weight: 4, arbitrary: is('refund each', { pick }) },
  {
    weight: 6,
    arbitrary: is('return', { pick, count: fc.integer({ min: 1, max: 2 }), key: fc.nat({ max: 2 }) }),
  },
  { weight: 4, arbitrary: is('refund at provider', { pick, share: fc.integer({ min: 1, max: 100 }) }) },
  { weight: 2, arbitrary: is('close dispute', { pick, won: fc.boolean() }) },
  { weight: 1, arbitrary: is('terms', { terms }) },
  { weight: 1, arbitrary: is('capacity', { pick, to: fc.nat({ max: 5 }) }) },
  {
    weight: 4,
    arbitrary: is('job', {
      job: fc.constantFrom<Job>('sweep', 'reconcile', 'events', 'provider', 'balances'),
    }),
  },
  { weight: 5, arbitrary: is('settle', { key: fc.nat({ max: 2 }) }) },
  { weight: 2, arbitrary: fc.constant<Step>({ do: 'settle scheduled' }) },
  { weight: 5, arbitrary: fc.constant<Step>({ do: 'send settlements' }) },
  { weight: 1, arbitrary: is('cancel settlement', { pick }) },
  {
    weight: 2,
    arbitrary: is('settlement rules', {
      earlyShare: fc.constantFrom(0, 2500, 10_000),
      reserve: fc.constantFrom(0, 0, 1000, 5000),
      isHeld: fc.integer({ min: 0, max: 4 }).map((one) => one === 0),
    }),
  },
  { weight: 2, arbitrary: is('move event', { isOver: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: is('adjust', { cents: fc.constantFrom(-700, -1, 150, 2000), key: fc.nat({ max: 2 }) }),
  },
  {
    weight: 1,
    arbitrary: is('bank account', { isOpen: fc.integer({ min: 0, max: 3 }).map((one) => one > 0) }),
  },
  {
    weight: 6,
    arbitrary: is('webhook', {
      pick,
      fate: fc.constantFrom('arrives', 'arrives twice', 'comes again', 'is lost'),
    }),
  },
)

const SECOND = 1000
const wait = fc.oneof(
  fc.integer({ min: SECOND, max: 20 * SECOND }),
  fc.integer({ min: 20 * SECOND, max: 5 * 60 * SECOND }),
  fc.integer({ min: 9 * 60 * SECOND, max: 15 * 60 * SECOND }),
)

const next = fc.array(fc.constantFrom<Fault>('none', 'away', 'lost', 'refused'), {
  minLength: 1,
  maxLength: 4,
})
const isSent = fc.boolean()

const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 12, arbitrary: step },
  { weight: 4, arbitrary: is('at once', { steps: fc.array(step, { minLength: 2, maxLength: 5 }) }) },
  { weight: 3, arbitrary: is('wait', { ms: wait }) },
  { weight: 1, arbitrary: is('faults', { next }) },
  { weight: 3, arbitrary: is('unlucky', { step, next }) },
  { weight: 4, arbitrary: is('deadly', { step, after: fc.integer({ min: 1, max: 20 }), isSent }) },
  { weight: 1, arbitrary: is('die', { after: fc.integer({ min: 1, max: 60 }), isSent }) },
  { weight: 1, arbitrary: fc.constant<Command>({ do: 'webhooks stop' }) },
)

export const schedule: fc.Arbitrary<Schedule> = fc.record({
  provider: fc.oneof(
    { weight: 9, arbitrary: fc.constant<ProviderName>('sandbox') },
    { weight: 1, arbitrary: fc.constant<ProviderName>('stripe') },
  ),
  types: fc.array(
    fc.record({
      capacity: fc.integer({ min: 1, max: 4 }),
      priceCents: fc.oneof(
        { weight: 6, arbitrary: fc.constantFrom(2500, 999, 1) },
        { weight: 1, arbitrary: fc.constant(0) },
      ),
    }),
    { minLength: 1, maxLength: 2 },
  ),
  promo: fc.record({
    percent: fc.constantFrom(10, 33, 100),
    maxUses: fc.integer({ min: 1, max: 2 }),
    maxUsesPerCustomer: fc.constantFrom(undefined, 1),
  }),
  taxMillionths: fc.constantFrom(0, 0, 190_000, 88_750),
  terms,
  // Without fast-check's bias to small values.
  commands: fc.noBias(fc.array(command, { minLength: 2, maxLength: 20, size: 'max' })),
})
