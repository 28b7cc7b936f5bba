export interface Actor {
  /** Account that made the change; null when an API key made it. */
  accountId: string | null
  apiKeyId: string | null
  supportId?: string
  /** True when an operator of the platform made the change, such as suspending the promoter. */
  isOperator?: boolean
}

export interface PromoterCaller {
  promoterId: string
  actor: Actor
}
