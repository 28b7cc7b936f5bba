import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { setTimeout as rest } from 'node:timers/promises'
import { createConcurrencyLimiter } from '#server/platform/limits/concurrency-limiter.ts'
import { drawInvoice, type FontFaces } from './draw-invoice.ts'
import type { InvoiceContent } from './write-invoice.ts'

export interface InvoiceRenderer {
  draw: (write: () => Promise<InvoiceContent>, drawnAt: Date) => Promise<Uint8Array<ArrayBuffer> | undefined>
}

export function createInvoiceRenderer(): InvoiceRenderer {
  // Renders one invoice at a time, and pauses for the same time after each, so that other work continues.
  const turns = createConcurrencyLimiter({ atOnce: 1, maxWaiting: 50 })
  let faces: Promise<FontFaces> | undefined
  let lastMs = 0
  return {
    draw: async (write, drawnAt) => {
      const drawn = await turns.run(async () => {
        await rest(lastMs)
        faces ??= loadFaces()
        const [invoice, loaded] = await Promise.all([write(), faces])
        const began = performance.now()
        const pdf = await drawInvoice(invoice, loaded, drawnAt)
        lastMs = performance.now() - began
        return pdf
      })
      return drawn === 'too many' ? undefined : drawn
    },
  }
}

async function loadFaces(): Promise<FontFaces> {
  const require = createRequire(import.meta.url)
  const [regular, bold] = await Promise.all([
    readFile(require.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf')),
    readFile(require.resolve('@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf')),
  ])
  return { regular, bold }
}
