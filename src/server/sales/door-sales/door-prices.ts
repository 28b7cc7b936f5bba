import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { toMajor } from '#model/platform/money.ts'
import { buyerFeeRule } from '#model/pricing/fee-payers.ts'
import { NO_FEES, toFeeConfiguration } from '#model/pricing/fees.ts'
import { processingFeePaidBy, taxesRemittedBy } from '#model/pricing/platform-terms.ts'
import { doorPrices } from '#model/sales/door-sales/door-prices.ts'
import type { Context } from '#server/context.ts'
import {
  findCurrentPrices,
  findLatestPrices,
  findPrices,
  insertPrices,
  type CurrentPrices,
} from './door-price-rows.ts'

interface EventKey {
  promoterId: string
  eventId: string
}

const cents = z.int()
const terms = z.object({
  id: z.int(),
  ticketBaseCents: cents,
  ticketBasisPoints: cents,
  ticketMinimumCents: cents,
  orderBaseCents: cents,
  orderBasisPoints: cents,
  processingFeePaidBy,
  taxesRemittedBy,
})

/** Content of a stored version: the buyers' prices, and the platform's terms, which aren't sent to devices. */
const storedPrices = z.object({ prices: doorPrices, terms: z.nullable(terms) })
export type StoredPrices = z.infer<typeof storedPrices>

const MAX_TRIES = 3

/** Returns the current prices, and stores them as a new version when they have changed. Undefined for an unknown event. */
export async function readCurrentDoorPrices(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  key: EventKey,
): Promise<(StoredPrices & { version: number }) | undefined> {
  const now = new Date(clock.now())
  const found = await findCurrentPrices(db, key, now)
  if (!found) return undefined
  const current = toStored(found)
  for (let tries = 0; ; tries += 1) {
    const latest = await findLatestPrices(db, key)
    const known = latest && storedPrices.parse(latest.content)
    // After several tries, uses another node's version although it differs, because prices are being changed at this moment.
    if (latest && known && (tries === MAX_TRIES || isDeepStrictEqual(known, current)))
      return { ...known, version: latest.version }
    await insertPrices(db, key, { version: (latest?.version ?? 0) + 1, content: current, now })
  }
}

export async function readDoorPricesVersion(
  { db }: Pick<Context, 'db'>,
  key: EventKey,
  version: number,
): Promise<StoredPrices | undefined> {
  const content = await findPrices(db, key, version)
  return content === undefined ? undefined : storedPrices.parse(content)
}

function toStored({ currency, fees, terms: inEffect, ticketTypes }: CurrentPrices): StoredPrices {
  const rule = fees ? buyerFeeRule(fees, fees.paidBy) : NO_FEES
  return storedPrices.parse({
    prices: {
      currency,
      fees: toFeeConfiguration(rule, currency),
      ticketTypes: ticketTypes.map(({ id, name, priceCents, tax }) => ({
        id,
        name,
        price: toMajor(priceCents, currency),
        tax,
      })),
    },
    terms: inEffect,
  })
}
