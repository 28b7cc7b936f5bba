export interface PlainLink {
  id: string
  code: string
  promoter: string
  /** Name of the member; undefined for the promoter's own. */
  member: string | undefined
  isActive: boolean
}

export interface PlainDevice {
  address: string
  userAgent: string
  isRobot: boolean
}

interface Note {
  link: PlainLink
  at: number
}

export interface PlainBrowser {
  device: PlainDevice
  /** Promoter of the storefront; undefined on the main site. */
  seller: string | undefined
  /** In its cookie, by promoter. */
  cookie: Map<string, Note>
  storage: { ref: string; at: number } | undefined
  signedInAs: string | undefined
  /** By promoter. */
  carts: Map<string, { id: string; note: Note | undefined }>
}

export interface PlainSums {
  clicks: number
  holds: number
  orders: number
  tickets: number
  refundedTickets: number
}

const DAY = 24 * 60 * 60 * 1000
const MONTH = 30 * DAY

export class PlainBook {
  readonly links: PlainLink[]
  private readonly clicks = new Set<string>()
  private readonly holds = new Set<string>()
  private readonly sales = new Map<PlainLink, { orders: number; tickets: number; refundedTickets: number }>()

  constructor(links: PlainLink[]) {
    this.links = links
  }

  /** True when the click counts; undefined for an unknown link. */
  click(browser: PlainBrowser, code: string, now: number): boolean | undefined {
    browser.storage = { ref: code, at: now }
    const link = this.links.find((each) => each.code === code)
    if (!link || (browser.seller !== undefined && browser.seller !== link.promoter)) return undefined
    if (!link.isActive) return false
    if (link.member !== undefined && link.member === browser.signedInAs) return false
    browser.cookie.set(link.promoter, { link, at: now })
    if (browser.device.isRobot) return false
    const { address, userAgent } = browser.device
    const entry = [link.code, Math.floor(now / DAY), address, userAgent].join()
    if (this.clicks.has(entry)) return false
    this.clicks.add(entry)
    return true
  }

  hold(browser: PlainBrowser, promoter: string, now: number): void {
    const cart = browser.carts.get(promoter)
    const note = browser.cookie.get(promoter)
    if (!cart || !note || now - note.at > MONTH || !note.link.isActive) return
    if (cart.note && cart.note.at > note.at) return
    cart.note = note
    this.holds.add(`${note.link.code},${cart.id}`)
  }

  owe(browser: PlainBrowser, order: { promoter: string; buyer: string; now: number }): PlainLink | undefined {
    const { promoter, buyer, now } = order
    const { storage, signedInAs } = browser
    const stored = this.links.find((link) => link.code === storage?.ref && link.promoter === promoter)
    const notes = [
      browser.cookie.get(promoter),
      browser.carts.get(promoter)?.note,
      stored && { link: stored, at: storage?.at ?? 0 },
    ]
    const good = notes
      .filter((note) => note !== undefined)
      .filter((note) => now - note.at <= MONTH && isOwedTo(note.link, [signedInAs, buyer]))
    const newest = Math.max(...good.map((note) => note.at))
    return good.find((note) => note.at === newest)?.link
  }

  sell(link: PlainLink | undefined, tickets: number, refundedTickets: number): void {
    if (!link) return
    const before = this.sales.get(link) ?? { orders: 0, tickets: 0, refundedTickets: 0 }
    this.sales.set(link, {
      orders: before.orders + 1,
      tickets: before.tickets + tickets,
      refundedTickets: before.refundedTickets + refundedTickets,
    })
  }

  sumsOf(link: PlainLink): PlainSums {
    const count = (entries: Set<string>): number =>
      [...entries].filter((entry) => entry.startsWith(`${link.code},`)).length
    const sales = this.sales.get(link) ?? { orders: 0, tickets: 0, refundedTickets: 0 }
    return { clicks: count(this.clicks), holds: count(this.holds), ...sales }
  }
}

/** True when the link is active and belongs to none of these people. */
const isOwedTo = ({ isActive, member }: PlainLink, people: (string | undefined)[]): boolean =>
  isActive && !people.some((each) => each !== undefined && each === member)
