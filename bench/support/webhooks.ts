/** Signed events for a sandbox, in the mix that a provider sends on a busy day. */
export interface Barrage {
  origin: string
  secret: string
  seconds: number
  connections: number
  /** Intents that have paid for their orders, and intents that have succeeded without Foyer's knowing. */
  paid: string[]
  late: string[]
}

export interface Sent {
  seconds: number
  tookMs: number[]
  failures: number
  /** Of those that were acknowledged, each once. */
  eventIds: string[]
}
