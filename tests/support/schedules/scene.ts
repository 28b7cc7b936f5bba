import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import type { EngineEvent } from '#server/money/sandbox-engine/event-rows.ts'
import { insertSession } from '../accounts.ts'
import type { Answer, Asking } from '../ask.ts'
import { insertEvent, insertPromo, insertTerms, insertTicketType } from '../factories.ts'
import { openStrongSession } from '../operators.ts'
import type { Schedule } from './command.ts'
import type { World } from './world.ts'

export interface SceneCart {
  id: string
  /** Held quantities by ticket type, as reported. */
  held: Readonly<Record<string, number>>
  orderIds: string[]
  key: string
}

interface Session {
  token: Promise<string>
  at: number
}

export interface VoucherRequest {
  key: string
  amount: number
  orderId?: string
}

export interface Scene {
  world: World
  eventId: string
  typeIds: readonly string[]
  promoCode: string
  carts: readonly SceneCart[]
  /** Vouchers with their codes, and orders that buy one. */
  vouchers: { id: string; code: string }[]
  voucherOrderIds: string[]
  /** The latest order for a voucher, which can be repeated. */
  voucherRequest: VoucherRequest | undefined
  /** Totals quoted by the server, by request. */
  totals: Map<string, number>
  /** Orders reported to buyers as paid. */
  told: Set<string>
  delivered: EngineEvent[]
  /** True when events are lost from now on. */
  isDeaf: boolean
  session: Session | undefined
  operatorSession: Session | undefined
  problems: string[]
}

const CARTS = 3
const WEEK_MS = 7 * 86_400_000

export async function openScene(world: World, schedule: Schedule): Promise<Scene> {
  const { db, promoterId, clock } = world
  const eventId = await insertEvent(db, { promoterId, startsAt: new Date(clock.now() + WEEK_MS) })
  await sql`
    update events set return_days = 0, return_fee_basis_points = 1000, return_fee_cents = 30, returns_fees = ${schedule.taxMillionths > 0}
    where id = ${eventId}`.execute(db)
  const typeIds: string[] = []
  for (const type of schedule.types)
    typeIds.push(await insertTicketType(db, { promoterId, eventId, ...type }))
  const promoCode = `P${randomBytes(6).toString('hex')}`.toUpperCase()
  const { percent, maxUses, maxUsesPerCustomer } = schedule.promo
  await insertPromo(db, {
    promoterId,
    code: promoCode,
    percent,
    maxUses,
    ...(maxUsesPerCustomer ? { maxUsesPerCustomer } : {}),
  })
  await insertTerms(db, { promoterId, ...schedule.terms })
  await sql`
    insert into voucher_offers (promoter_id, is_active, currency, amounts_cents, min_cents, max_cents)
    values (${promoterId}, true, 'EUR', '{}', 100, 10000) on conflict do nothing`.execute(db)
  if (schedule.taxMillionths > 0) await tax(world, typeIds, schedule.taxMillionths)
  const carts = Array.from({ length: CARTS }, () => ({
    id: randomUUID(),
    held: {},
    orderIds: [],
    key: randomUUID(),
  }))
  return {
    world,
    eventId,
    typeIds,
    promoCode,
    carts,
    vouchers: [],
    voucherOrderIds: [],
    voucherRequest: undefined,
    totals: new Map(),
    told: new Set(),
    delivered: [],
    isDeaf: false,
    session: undefined,
    operatorSession: undefined,
    problems: [],
  }
}

async function tax({ db, promoterId }: World, typeIds: readonly string[], millionths: number): Promise<void> {
  await sql`
    with rate as (
      insert into tax_rates (promoter_id, name, rate_millionths) values (${promoterId}, 'VAT', ${millionths})
      on conflict (promoter_id, name, rate_millionths) do update set name = excluded.name returning id
    )
    insert into ticket_type_taxes (promoter_id, ticket_type_id, tax_rate_id)
    select ${promoterId}, t.id, rate.id from rate, unnest(${typeIds}::uuid[]) t (id)`.execute(db)
}

/** Calls the running process. Undefined when it died; server errors are violations. */
export async function askFoyer<Data>(
  scene: Scene,
  endpoint: `${'GET' | 'PUT' | 'POST' | 'DELETE'} /${string}`,
  request: Asking = {},
): Promise<Answer<Data> | undefined> {
  const { process } = scene.world
  const [method = '', path = ''] = endpoint.split(' ')
  const answer = await process.ask<Data>(method, path, request)
  if (process.life.isOver) return undefined
  if (answer.status === 500 || answer.status === 503)
    scene.problems.push(`${endpoint} answered ${answer.status} ${answer.error.code}`)
  return answer
}

/** Runs a job. Its exceptions are violations, unless the process died. */
export async function letRun(scene: Scene, name: string, run: () => Promise<unknown>): Promise<void> {
  const { life } = scene.world.process
  await run().catch((error: unknown) => {
    if (!life.isOver) scene.problems.push(`${name} failed: ${String(error)}`)
  })
}

const SESSION_MS = 50 * 60_000

export function bearerOf(scene: Scene): Promise<string> {
  const { outside, ownerId, clock } = scene.world
  if (!scene.session || clock.now() - scene.session.at >= SESSION_MS)
    scene.session = { token: withRefreshTokens(outside, insertSession(outside, ownerId)), at: clock.now() }
  return scene.session.token
}

export function operatorBearerOf(scene: Scene): Promise<string> {
  const { outside, operatorId, clock } = scene.world
  if (!scene.operatorSession || clock.now() - scene.operatorSession.at >= SESSION_MS) {
    const token = withRefreshTokens(outside, openStrongSession(outside, operatorId))
    scene.operatorSession = { token, at: clock.now() }
  }
  return scene.operatorSession.token
}

async function withRefreshTokens(outside: Context, opening: Promise<string>): Promise<string> {
  const token = await opening
  // A session without a refresh token would violate an invariant.
  await sql`
    insert into refresh_tokens (token_hash, session_id, created_at)
    select sha256(s.id::text::bytea), s.id, s.created_at from sessions s
    on conflict do nothing`.execute(outside.db)
  return token
}

export const pickOf = <Item>(items: readonly Item[], pick: number): Item | undefined =>
  items[pick % Math.max(1, items.length)]

export const ordersOf = (scene: Scene): string[] => [
  ...scene.carts.flatMap((cart) => cart.orderIds),
  ...scene.voucherOrderIds,
]
