/** Who acts for a promoter, as the audit log and the rows that are written remember it. */
export interface Actor {
  /** Null for a program with an API key. */
  accountId: string | null
  apiKeyId: string | null
}

/** A promoter, and who acts for it in this call. */
export interface PromoterCaller {
  promoterId: string
  actor: Actor
}
