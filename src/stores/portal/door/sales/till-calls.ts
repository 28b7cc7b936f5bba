import { call } from '#browser/platform/api.ts'
import { putDoorShare, syncDoorSales, voidDoorSale } from '#contracts/portal/door-sales.ts'
import { doorHeaders } from '../door-caller.ts'
import type { TillCalls } from './sync-sales.ts'

const TIMEOUT_MS = 15_000

const options = () => ({ headers: doorHeaders(), timeout: TIMEOUT_MS })

export const TILL_CALLS: TillCalls = {
  syncSales: (id, body) => call(syncDoorSales, { params: { id }, body }, options()),
  putShare: (id, body) => call(putDoorShare, { params: { id }, body }, options()),
  voidSale: (id, saleId, body) => call(voidDoorSale, { params: { id, saleId }, body }, options()),
}
