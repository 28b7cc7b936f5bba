import { execute, queryRow, type Trx } from '#server/platform/db/query.ts'

/** Returns the order's version. The caller must have locked the order. */
export async function findOrderVersion(trx: Trx, orderId: string): Promise<number> {
  const row = await queryRow<{ version: number }>(trx)`select version from orders where id = ${orderId}`
  return row?.version ?? 0
}

/**
 * Changes the order's address and link, and the address of attendees with the same one. The order then belongs to the
 * account that has verified the new address.
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
