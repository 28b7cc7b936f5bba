import { randomUUID } from 'node:crypto'
import type { Order } from '#model/sales/orders.ts'
import { formatVoucherCode } from '#model/sales/vouchers/voucher-codes.ts'
import { findSoldVoucher } from '#server/sales/voucher-sales/voucher-sale-rows.ts'
import { decryptVoucherCode } from '#server/sales/vouchers/issue-voucher.ts'
import { CUSTOMER } from '../shop.ts'
import { confirm } from './buyer-steps.ts'
import type { Step } from './command.ts'
import { askFoyer, bearerOf, pickOf, type Scene, type VoucherRequest } from './scene.ts'

type StepOf<Name extends Step['do']> = Extract<Step, { do: Name }>

/** The same key repeats the request, which returns the same voucher. */
export async function giveVoucher(scene: Scene, { cents, key }: StepOf<'give voucher'>): Promise<void> {
  const fields = { currency: 'EUR', count: 1, validUntil: null, recipient: '', note: '' }
  const answer = await askFoyer<{ vouchers: { id: string; code: string }[] }>(
    scene,
    'POST /api/promoter/vouchers',
    {
      body: { ...fields, amount: cents / 100 },
      key: `${scene.eventId} ${key}`,
      bearer: await bearerOf(scene),
    },
  )
  if (answer?.success) for (const voucher of answer.data.vouchers) remember(scene, voucher)
}

export async function buyVoucher(
  scene: Scene,
  { amount, card, again }: StepOf<'buy voucher'>,
): Promise<void> {
  if (!again || !scene.voucherRequest) scene.voucherRequest = { key: randomUUID(), amount }
  const id = await orderVoucher(scene, scene.voucherRequest)
  if (id === undefined) return
  if (!scene.voucherOrderIds.includes(id)) scene.voucherOrderIds.push(id)
  await confirm(scene, id, card)
  const { outside } = scene.world
  const voucher = await findSoldVoucher(outside.db, id)
  if (voucher)
    remember(scene, { id: voucher.id, code: formatVoucherCode(decryptVoucherCode(outside, voucher)) })
}

/** A repeated request must return the first one's order. */
async function orderVoucher(scene: Scene, request: VoucherRequest): Promise<string | undefined> {
  const { key, amount, orderId } = request
  const answer = await askFoyer<{ order: Order }>(scene, 'POST /api/public/voucher-orders', {
    body: { amount, currency: 'EUR', customer: { ...CUSTOMER, email: `${key}@example.com` } },
    key,
  })
  if (!answer) return undefined
  const found = answer.success ? answer.data.order.id : answer.error.code
  if (orderId !== undefined && found !== orderId)
    scene.problems.push(`A repeated order for a voucher was ${found} instead of ${orderId}`)
  if (answer.success) request.orderId = answer.data.order.id
  return request.orderId
}

export async function voidVoucher(scene: Scene, { pick }: StepOf<'void voucher'>): Promise<void> {
  const voucher = pickOf(scene.vouchers, pick)
  if (!voucher) return
  const bearer = await bearerOf(scene)
  await askFoyer(scene, `POST /api/promoter/vouchers/${voucher.id}/void`, { bearer })
}

function remember(scene: Scene, voucher: { id: string; code: string }): void {
  if (!scene.vouchers.some(({ id }) => id === voucher.id)) scene.vouchers.push(voucher)
}
