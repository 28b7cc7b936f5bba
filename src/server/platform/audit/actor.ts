export interface Actor {
  /** Null when an API key made the change. */
  accountId: string | null
  apiKeyId: string | null
  supportId?: string
  /** True for a decision of an operator about the promoter. */
  isOperator?: boolean
}

export interface PromoterCaller {
  promoterId: string
  actor: Actor
}
