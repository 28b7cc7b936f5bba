import { Worker } from 'node:worker_threads'
import type { TicketPdfContent } from './ticket-pdf-content.ts'
import type { PdfAnswer, PdfRequest } from './ticket-worker.ts'

/** Draws ticket PDFs in a worker thread, which starts with the first request and exits when it has been idle for a while. */
export interface TicketRenderer {
  /** Returns the PDF as a stream. Undefined when too many requests are waiting. */
  draw: (paper: TicketPdfContent) => ReadableStream<Uint8Array<ArrayBuffer>> | undefined
  close: () => Promise<void>
}

const MAX_WAITING = 50
const IDLE_MS = 60_000

type Receiver = ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>

interface Thread {
  worker: Worker
  /** Receivers of the requests that the thread hasn't finished, by request id. Undefined for cancelled requests. */
  receivers: Map<number, Receiver | undefined>
}

export function createTicketRenderer({ idleMs = IDLE_MS }: { idleMs?: number } = {}): TicketRenderer {
  let thread: Thread | undefined
  let idle: NodeJS.Timeout | undefined
  let requests = 0
  const close = async (): Promise<void> => {
    clearTimeout(idle)
    const closing = thread
    thread = undefined
    await closing?.worker.terminate()
  }
  const open = (): Thread => {
    const opened: Thread = {
      worker: new Worker(new URL('ticket-worker.ts', import.meta.url)),
      receivers: new Map(),
    }
    opened.worker.unref()
    opened.worker.on('message', (answer: PdfAnswer) => {
      receive(opened.receivers, answer)
      if (opened.receivers.size === 0) idle = setTimeout(() => void close(), idleMs).unref()
    })
    const fail = (error: Error): void => {
      if (thread === opened) thread = undefined
      for (const receiver of opened.receivers.values()) receiver?.error(error)
      opened.receivers.clear()
    }
    opened.worker.on('error', fail)
    opened.worker.on('exit', () => fail(new Error('The ticket rendering thread has exited.')))
    return opened
  }
  return {
    draw: (paper) => {
      thread ??= open()
      const { worker, receivers } = thread
      if (receivers.size >= MAX_WAITING) return undefined
      clearTimeout(idle)
      requests += 1
      const id = requests
      return new ReadableStream<Uint8Array<ArrayBuffer>>({
        start: (receiver) => {
          receivers.set(id, receiver)
          worker.postMessage({ id, paper } satisfies PdfRequest)
        },
        cancel: () => {
          receivers.set(id, undefined)
          worker.postMessage({ id, isCancelled: true } satisfies PdfRequest)
        },
      })
    },
    close,
  }
}

function receive(receivers: Thread['receivers'], answer: PdfAnswer): void {
  const receiver = receivers.get(answer.id)
  if ('chunk' in answer) receiver?.enqueue(answer.chunk)
  else {
    receivers.delete(answer.id)
    if ('error' in answer) receiver?.error(answer.error)
    else receiver?.close()
  }
}
