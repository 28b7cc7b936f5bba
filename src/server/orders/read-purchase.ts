import type { Transaction } from 'kysely'
import { z } from 'zod'
import { question, type DeliveryMethod, type Question } from '#model/catalog.ts'
import type { FeeRule } from '#model/fees.ts'
import type { QuoteLine } from '#model/quote.ts'
import { findEventRow, listDeliveryOptions } from '../catalog/event-rows.ts'
import { findTicketTypes } from '../catalog/ticket-type-rows.ts'
import type { Database } from '../db/tables.ts'
import { findFeeRules, ruleFor } from '../fees/fee-rows.ts'
import { listHolds, type CartRow } from '../inventory/hold-rows.ts'

/** What an event asks of those who come. */
export interface EventTerms {
  id: string
  attendeeNames: 'none' | 'optional' | 'required'
  questions: Question[]
}

/** Everything that the price and the questions of one purchase depend on, as it stands inside the transaction. */
export interface Purchase {
  cart: CartRow
  currency: string
  lines: QuoteLine[]
  events: EventTerms[]
  /** False once one of the events is called off or taken back. */
  isOnSale: boolean
  /** Ways to receive the tickets that every event offers, with the first event's price. */
  delivery: ReadonlyMap<DeliveryMethod, number>
  feeRuleOf: (eventId: string) => FeeRule
  nameOf: (ticketTypeId: string) => string
}

const questions = z.array(question)

export async function readPurchase(
  trx: Transaction<Database>,
  cart: CartRow,
  now: number,
): Promise<Purchase> {
  const holds = await listHolds(trx, cart.id)
  const types = await findTicketTypes(trx, {
    ids: holds.map((hold) => hold.ticketTypeId),
    now: new Date(now),
  })
  const lines = holds.flatMap((hold): QuoteLine[] => {
    const type = types.get(hold.ticketTypeId)
    return type
      ? [
          {
            ticketTypeId: type.id,
            eventId: type.event_id,
            priceCents: type.price_cents,
            quantity: hold.quantity,
          },
        ]
      : []
  })
  const eventIds = [...new Set(lines.map((line) => line.eventId))]
  const rules = await findFeeRules(trx, eventIds)
  return {
    cart,
    currency: cart.currency,
    lines,
    isOnSale: [...types.values()].every((type) => type.event_status === 'published'),
    events: await readTerms(trx, cart.promoterId, eventIds),
    delivery: await readDelivery(trx, eventIds),
    feeRuleOf: (eventId) => ruleFor(rules, eventId).rule,
    nameOf: (ticketTypeId) => types.get(ticketTypeId)?.name ?? '',
  }
}

async function readTerms(
  trx: Transaction<Database>,
  promoterId: string,
  eventIds: readonly string[],
): Promise<EventTerms[]> {
  const terms: EventTerms[] = []
  for (const idOrSlug of eventIds) {
    const row = await findEventRow(trx, { scope: { promoterId }, idOrSlug })
    if (row)
      terms.push({ id: row.id, attendeeNames: row.attendee_names, questions: questions.parse(row.questions) })
  }
  return terms
}

async function readDelivery(
  trx: Transaction<Database>,
  eventIds: readonly string[],
): Promise<Map<DeliveryMethod, number>> {
  const options = await listDeliveryOptions(trx, eventIds)
  const everywhere = options.filter((option) =>
    eventIds.every((eventId) =>
      options.some((each) => each.eventId === eventId && each.method === option.method),
    ),
  )
  const [firstEventId] = eventIds
  const prices = everywhere
    .filter((option) => option.eventId === firstEventId)
    .map((option): [DeliveryMethod, number] => [option.method, option.priceCents])
  return new Map([['e_ticket', 0], ...prices])
}
