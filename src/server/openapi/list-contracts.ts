import type { Endpoint } from '#contracts/endpoint.ts'
import { paymentWebhook } from '#contracts/payments.ts'
import { bindAll } from '../http/bind-all.ts'

/** A contract as it is bound. */
export interface BoundContract {
  contract: Endpoint
  /** Its body is a file. */
  isFile?: boolean
}

/** Everything that the API answers by contract, in the order that it is bound in. */
export function listContracts(): BoundContract[] {
  // Its body is read raw, so the API takes it by itself.
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
    bindUpload: collectUpload,
    bindPromoterUpload: collectUpload,
  })
  return found
}
