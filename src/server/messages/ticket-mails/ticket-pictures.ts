import { generate } from 'lean-qr'
import { toPngBuffer } from 'lean-qr/extras/node_export'
import type { Order } from '#model/sales/orders.ts'
import type { MailAttachment } from '#server/messages/delivery/mailer.ts'

/** Maximum number of QR codes in an email; 20 codes are about 50 KB. Further tickets are on the order page. */
export const MAX_PICTURES = 20
/** Six pixels per module: the code of a ticket is about 340 pixels wide. */
const PICTURE = { on: [0, 0, 0], off: [255, 255, 255], pad: 4, scale: 6 } as const

/** Content-ID of a ticket's QR code within its email. */
export const pictureId = ({ id }: { id: string }): string => `${id}@ticket`

/** Returns the tickets whose codes the order's email shows. */
export const picturedTickets = ({ tickets }: Pick<Order, 'tickets'>): Order['tickets'] =>
  tickets.filter(({ status, token }) => status === 'valid' && token !== '').slice(0, MAX_PICTURES)

/** QR codes as PNG, which every mail program shows, even without a network. */
export const ticketPictures = (order: Pick<Order, 'tickets'>): MailAttachment[] =>
  picturedTickets(order).map((ticket) => ({
    filename: `${ticket.code}.png`,
    contentType: 'image/png',
    content: Buffer.from(toPngBuffer(generate(ticket.token), PICTURE)),
    cid: pictureId(ticket),
  }))
