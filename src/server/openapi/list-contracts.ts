import type { Endpoint } from '#contracts/platform/endpoint.ts'
import { paymentWebhook } from '#contracts/checkout/payments.ts'
import { getDoorSnapshot } from '#contracts/portal/door.ts'
import { bindAll } from '#server/http/bindings/bind-all.ts'

export interface BoundContract {
  contract: Endpoint
  isFile?: boolean
}

export function listContracts(): BoundContract[] {
  // `bindAll` doesn't bind these two contracts, because one has a text request and the other a text response.
  const found: BoundContract[] = [{ contract: paymentWebhook }, { contract: getDoorSnapshot }]
  bindAll({
    bind: (contract) => found.push({ contract }),
    bindUpload: (contract) => found.push({ contract, isFile: true }),
  })
  return found
}
