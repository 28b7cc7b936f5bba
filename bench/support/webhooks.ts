/** Signed events for the sandbox, in a typical mix. */
export interface Barrage {
  origin: string
  secret: string
  seconds: number
  connections: number
  /** Intents of paid orders, and intents that have succeeded only at the provider. */
  paid: string[]
  late: string[]
}

export interface Sent {
  seconds: number
  tookMs: number[]
  failures: number
  /** Ids of acknowledged events, without duplicates. */
  eventIds: string[]
}
