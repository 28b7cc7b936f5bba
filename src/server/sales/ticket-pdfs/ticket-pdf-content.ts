import type { PaperSize } from '#model/sales/paper-size.ts'

/** Content of a PDF with one ticket per page. Plain data, because it is sent to a worker thread. */
export interface TicketPdfContent {
  title: string
  size: PaperSize
  /** Name shown at the top of each page when there is no logo. */
  siteName: string
  /** PNG. */
  logo: Uint8Array | undefined
  colors: { primary: string; onPrimary: string; primaryOnLight: string }
  pages: readonly TicketPage[]
  drawnAt: Date
}

export interface TicketPage {
  /** `Ticket 1 of 4`. */
  count: string
  title: string
  when: string
  facts: readonly (readonly [label: string, value: string])[]
  /** Content of the QR code. */
  token: string
  code: string
  notes: readonly string[]
}
