export interface Actor {
  /** Null for an API key. */
  accountId: string | null
  apiKeyId: string | null
}

export interface PromoterCaller {
  promoterId: string
  actor: Actor
}
