import type { Endpoint } from '#contracts/platform/endpoint.ts'
import { paymentWebhook } from '#contracts/checkout/payments.ts'
import { bindAll } from '#server/http/bindings/bind-all.ts'

export interface BoundContract {
  contract: Endpoint
  isFile?: boolean
}

export function listContracts(): BoundContract[] {
  // Read raw, so it isn't bound like the others.
  const found: BoundContract[] = [{ contract: paymentWebhook }]
  const collect = (contract: Endpoint): void => {
    found.push({ contract })
  }
  const collectUpload = (contract: Endpoint): void => {
    found.push({ contract, isFile: true })
  }
  bindAll({
    bind: collect,
    bindSignedIn: collect,
    bindMember: collect,
    bindPromoter: collect,
    bindOperator: collect,
    bindUpload: collectUpload,
    bindPromoterUpload: collectUpload,
  })
  return found
}
