import { atom } from 'nanostores'
import {
  appendSale,
  storeSales,
  type LoggedSale,
  type SalesDatabase,
  type StoredSales,
} from '#browser/portal/door/sales-database.ts'
import type { DoorStock, SentDoorSale } from '#contracts/portal/door-sales.ts'

export interface TillState {
  /** Tickets and prices of this device's share; undefined before the first sync of this event. */
  stock: DoorStock | undefined
  left: ReadonlyMap<string, number>
  sales: readonly LoggedSale[]
  /** Number of sales and voids that haven't been sent yet. */
  waiting: number
}

/** This device's stock and sales for an event, in memory and in the browser's database. */
export class DeviceSales {
  readonly #db: SalesDatabase
  readonly #eventId: string
  readonly #log: Map<number, LoggedSale>
  stock: DoorStock | undefined
  readonly $state

  constructor({ db, eventId }: { db: SalesDatabase; eventId: string }, { sales, stock }: StoredSales) {
    this.#db = db
    this.#eventId = eventId
    this.#log = new Map(sales.map((logged) => [logged.seq, logged]))
    this.stock = stock
    this.$state = atom<TillState>(viewOf(stock, this.#log))
  }

  #show(): void {
    this.$state.set(viewOf(this.stock, this.#log))
  }

  nextSeq(): number {
    return Math.max(0, ...this.#log.keys()) + 1
  }

  find(seq: number): LoggedSale | undefined {
    return this.#log.get(seq)
  }

  all(): LoggedSale[] {
    return [...this.#log.values()]
  }

  waiting(): LoggedSale[] {
    return this.all().filter(({ state }) => state === 'waiting')
  }

  /** Resolves once the sale is stored durably. */
  async append(sale: SentDoorSale): Promise<void> {
    const logged: LoggedSale = { eventId: this.#eventId, seq: sale.seq, sale, state: 'waiting', why: '' }
    // The sale is added before it is stored, so that two quick taps can't sell the same tickets.
    this.#log.set(sale.seq, logged)
    try {
      await appendSale(this.#db, logged)
    } catch (error) {
      this.#log.delete(sale.seq)
      throw error
    } finally {
      this.#show()
    }
  }

  /** Stores changed sales together with the remaining stock, and shows them. */
  async adopt(sales: readonly LoggedSale[], fresh?: DoorStock): Promise<void> {
    await storeSales(this.#db, this.#eventId, { sales, stock: fresh })
    for (const logged of sales) this.#log.set(logged.seq, logged)
    this.stock = fresh ?? this.stock
    this.#show()
  }
}

/** Returns true if the sale, or its void, still has to be sent. */
export const isSaleWaiting = ({ state, voidReason, isVoidSent }: LoggedSale): boolean =>
  state === 'waiting' || (state === 'stored' && voidReason !== undefined && isVoidSent !== true)

function viewOf(stock: DoorStock | undefined, log: ReadonlyMap<number, LoggedSale>): TillState {
  const left = new Map(
    stock?.shares.map(({ ticketTypeId, quantity, isRecalled }) => [ticketTypeId, isRecalled ? 0 : quantity]),
  )
  for (const { state, sale } of log.values()) {
    if (state !== 'waiting') continue
    for (const { ticketTypeId } of sale.tickets)
      left.set(ticketTypeId, Math.max(0, (left.get(ticketTypeId) ?? 0) - 1))
  }
  const sales = [...log.values()].toSorted((one, other) => other.seq - one.seq)
  return { stock, left, sales, waiting: sales.filter(isSaleWaiting).length }
}
