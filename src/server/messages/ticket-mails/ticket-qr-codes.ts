import { generate } from 'lean-qr'
import { toPngBuffer } from 'lean-qr/extras/node_export'
import type { Order } from '#model/sales/orders.ts'
import type { MailAttachment } from '#server/messages/delivery/mailer.ts'

/** Maximum number of QR codes in an email; 20 codes have about 50 KB. The order page shows all of them. */
export const MAX_MAIL_QR_CODES = 20
/** Drawing options of a QR code. With six pixels per module, a ticket's code is about 270 pixels wide. */
const PICTURE = { on: [0, 0, 0], off: [255, 255, 255], pad: 4, scale: 6 } as const

export const qrCodeContentId = ({ id }: { id: string }): string => `${id}@ticket`

/** Returns the tickets whose codes are shown in the order's email. */
export const ticketsWithQrCodes = ({ tickets }: Pick<Order, 'tickets'>): Order['tickets'] =>
  tickets.filter(({ status, token }) => status === 'valid' && token !== '').slice(0, MAX_MAIL_QR_CODES)

/** Returns the QR codes as attached PNGs, which every mail program shows, even offline. */
export const attachQrCodes = (order: Pick<Order, 'tickets'>): MailAttachment[] =>
  ticketsWithQrCodes(order).map((ticket) => ({
    filename: `${ticket.code}.png`,
    contentType: 'image/png',
    content: Buffer.from(toPngBuffer(generate(ticket.token), PICTURE)),
    cid: qrCodeContentId(ticket),
  }))
