import { execute, queryRow, type Trx } from '#server/platform/db/query.ts'

/** The caller must have locked the order. */
export async function findOrderVersion(trx: Trx, orderId: string): Promise<number> {
  const row = await queryRow<{ version: number }>(trx)`select version from orders where id = ${orderId}`
  return row?.version ?? 0
}

/**
 * Changes the order's address, and that of attendees with the same address. The account that has verified the new address
 * becomes the order's owner.
 */
export async function setOrderEmail(
  trx: Trx,
  change: { orderId: string; from: string; to: string; linkId: string },
): Promise<void> {
  const { orderId, from, to, linkId } = change
  await execute(trx)`
    update orders set email = ${to}, link_id = ${linkId}, account_id = null, version = version + 1
    where id = ${orderId}`
  if (from !== '')
    await execute(trx)`
      update order_attendees set email = ${to} where order_id = ${orderId} and email = ${from}`
}
