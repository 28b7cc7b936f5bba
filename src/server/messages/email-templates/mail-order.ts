import { plainNameOrEmpty } from '#model/people/accounts.ts'
import type { Order } from '#model/sales/orders.ts'
import type { Context } from '#server/context.ts'
import type { OrderViewRow } from '#server/sales/orders/order-rows.ts'
import { toBuyersOrder } from '#server/sales/orders/order-view.ts'
import { withoutForeignAddresses } from '#server/messages/mail-content/foreign-links.ts'

const NO_HOSTS: ReadonlySet<string> = new Set()

/**
 * Returns the order as shown in emails. Names are filtered, because anyone can enter any text together with a stranger's
 * email address.
 */
export async function toMailOrder(context: Context, row: OrderViewRow): Promise<Order> {
  const order = await toBuyersOrder(context, row)
  const { customer, delivery, tickets } = order
  return {
    ...order,
    customer: {
      ...customer,
      firstName: plainNameOrEmpty(customer.firstName),
      lastName: plainNameOrEmpty(customer.lastName),
    },
    delivery: delivery.address
      ? { ...delivery, address: withoutForeignAddresses(delivery.address, NO_HOSTS) }
      : delivery,
    tickets: tickets.map((ticket) => ({ ...ticket, holder: plainNameOrEmpty(ticket.holder) })),
  }
}
