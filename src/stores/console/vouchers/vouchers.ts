import {
  issueVouchers,
  listVouchers,
  revealVoucher,
  voidVoucher,
  type Voucher,
  type VoucherFields,
  type VoucherFilters,
} from '#contracts/console/pricing/vouchers.ts'
import type { DataOf } from '#contracts/platform/endpoint.ts'
import { atom } from 'nanostores'
import { createRetryKey } from '#browser/platform/retry-key.ts'
import { createList, toListPage } from '#stores/platform/paged-list.ts'
import { callPromoter } from '#stores/console/own-promoters.ts'
import { onSuccess } from '#stores/platform/on-success.ts'

type OpenAmounts = DataOf<typeof listVouchers>['open']

/** Open balances of vouchers, by currency. */
export const $openVoucherAmounts = atom<OpenAmounts>([])

export const vouchers = createList<Voucher, VoucherFilters>(async (query) => {
  const answer = await callPromoter(listVouchers, { query })
  if (answer.success) $openVoucherAmounts.set(answer.data.open)
  return toListPage(answer, (page) => page.vouchers)
})

const retry = createRetryKey()

/** A retry with the same fields after a failure issues no further vouchers. */
export async function issueGiftVouchers(body: VoucherFields) {
  const answer = await callPromoter(issueVouchers, { body }, retry.headersOf(body))
  if (answer.success) {
    retry.forget()
    void vouchers.reload()
  }
  return answer
}

export const fetchVoucherCode = (id: string) => callPromoter(revealVoucher, { params: { id } })

export const voidIssuedVoucher = (id: string) =>
  onSuccess(callPromoter(voidVoucher, { params: { id } }), () => vouchers.reload())
