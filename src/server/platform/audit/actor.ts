export interface Actor {
  /** Null for an API key. */
  accountId: string | null
  apiKeyId: string | null
}

/** A promoter, and who acts for it in this call. */
export interface PromoterCaller {
  promoterId: string
  actor: Actor
}
