import type { DoorTicketRow } from '#contracts/portal/door.ts'

/** Minimum length of a search text; a shorter one would match nearly every name. */
export const MIN_SEARCH_LENGTH = 3
/** Maximum number of search results. */
export const MAX_SEARCH_RESULTS = 25

/** Searched fields of a ticket. */
export interface SearchedTicket {
  id: string
  holder: string
  code: string
  orderNumber: string
}

export const toSearchedTicket = ([id, code, , , , holder, orderNumber]: DoorTicketRow): SearchedTicket => ({
  id,
  code,
  holder,
  orderNumber,
})

/** Separates tickets. Searched words never contain it. */
const END = '\n'

/**
 * Finds tickets by parts of holder, code and order number. All tickets are in one text, because searching 50,000 texts for each typed
 * character is too slow on some phones. Tickets that change later are searched one by one.
 */
export class TicketSearch {
  readonly #text: string
  readonly #ids: readonly string[]
  /** Start of each ticket in the text. */
  readonly #starts: readonly number[]
  readonly #changed = new Map<string, string>()

  constructor(tickets: readonly SearchedTicket[]) {
    const texts = tickets.map(textOf)
    let start = 0
    this.#starts = texts.map((text) => {
      const own = start
      start += text.length
      return own
    })
    this.#text = texts.join('')
    this.#ids = tickets.map(({ id }) => id)
  }

  put(ticket: SearchedTicket): void {
    this.#changed.set(ticket.id, textOf(ticket))
  }

  /** Returns the ids of up to `limit` tickets that contain all words. */
  find(words: readonly string[], limit: number): string[] {
    const has = (text: string): boolean => words.every((word) => text.includes(word))
    const changed = [...this.#changed].filter(([, text]) => has(text)).map(([id]) => id)
    const longest = words.reduce((best, word) => (word.length > best.length ? word : best), '')
    return [...changed, ...this.#findUnchanged(longest, { has, limit })].slice(0, limit)
  }

  #findUnchanged(word: string, { has, limit }: { has: (text: string) => boolean; limit: number }): string[] {
    const found: string[] = []
    for (let at = this.#text.indexOf(word); at >= 0 && found.length < limit;) {
      const index = this.#indexAt(at)
      const end = this.#starts[index + 1] ?? this.#text.length
      const id = this.#ids[index] ?? ''
      if (!this.#changed.has(id) && has(this.#text.slice(this.#starts[index], end))) found.push(id)
      at = this.#text.indexOf(word, end)
    }
    return found
  }

  /** Index of the ticket whose text contains the position. */
  #indexAt(position: number): number {
    let [low, high] = [0, this.#starts.length - 1]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((this.#starts[middle] ?? 0) <= position) low = middle
      else high = middle - 1
    }
    return low
  }
}

export const toSearchWords = (text: string): string[] => plain(text).split(/\s+/).filter(Boolean)

const textOf = ({ holder, code, orderNumber }: SearchedTicket): string =>
  `${plain(holder)} ${code.toLowerCase()} ${orderNumber.toLowerCase()}${END}`

/** Removes accents and case, because people at a door type names without them. */
const plain = (text: string): string =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('-', '')
