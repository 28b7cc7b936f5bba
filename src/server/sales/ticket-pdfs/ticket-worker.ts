import { parentPort } from 'node:worker_threads'
import { drawTickets } from './draw-tickets.ts'
import { openTicketFonts } from './ticket-fonts.ts'
import type { TicketPdfContent } from './ticket-pdf-content.ts'

/** A request for a PDF, or the cancellation of a request whose client has disconnected. */
export type PdfRequest = { id: number } & ({ paper: TicketPdfContent } | { isCancelled: true })

/** Answer of the worker: any number of chunks of the PDF, then the end or an error. */
export type PdfAnswer = { id: number } & (
  | { chunk: Uint8Array<ArrayBuffer> }
  | { isDone: true }
  | { error: unknown }
)

if (!parentPort) throw new Error('ticket-worker.ts runs in a worker thread.')
const port = parentPort
const answer = (given: PdfAnswer): void => port.postMessage(given)
const fonts = openTicketFonts()
const waiting = new Set<number>()
let last = Promise.resolve()

port.on('message', (request: PdfRequest) => {
  const { id } = request
  if ('isCancelled' in request) {
    waiting.delete(id)
    return
  }
  waiting.add(id)
  // One after another, so that later requests don't slow down the first.
  last = last.then(nextTurn).then(async () => {
    try {
      if (waiting.delete(id))
        await drawTickets(request.paper, fonts, (bytes) => answer({ id, chunk: Uint8Array.from(bytes) }))
      answer({ id, isDone: true })
    } catch (error) {
      answer({ id, error })
    }
  })
})

/** Resolves in the next turn of the event loop, so that the thread can receive cancellations. */
const nextTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))
