import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createTurns } from '../uploads/take-turns.ts'
import { drawInvoice, type Faces } from './draw-invoice.ts'
import type { Invoice } from './invoice-words.ts'

/** Invoices on paper. Its library and its faces come with the first one: not every node draws any. */
export interface InvoicePapers {
  /** A PDF; undefined while too many others are being drawn. */
  draw: (invoice: Invoice, drawnAt: Date) => Promise<Uint8Array<ArrayBuffer> | undefined>
}

export function createInvoicePapers(): InvoicePapers {
  // One after the other: pages have the processor first.
  const turns = createTurns({ atOnce: 1, mostWaiting: 50 })
  let faces: Promise<Faces> | undefined
  return {
    draw: async (invoice, drawnAt) => {
      const drawn = await turns.run(async () => {
        faces ??= loadFaces()
        return drawInvoice(invoice, await faces, drawnAt)
      })
      return drawn === 'too many' ? undefined : drawn
    },
  }
}

/** Latin, Greek and Cyrillic with every sign of currency. */
async function loadFaces(): Promise<Faces> {
  const require = createRequire(import.meta.url)
  const [regular, bold] = await Promise.all([
    readFile(require.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf')),
    readFile(require.resolve('@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf')),
  ])
  return { regular, bold }
}
