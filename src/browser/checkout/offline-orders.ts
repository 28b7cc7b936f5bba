import { readStoredText } from '#browser/platform/storage.ts'
import { urls } from '#contracts/platform/urls.ts'

/** Key of the entry that is set if the visitor doesn't want orders and tickets to be stored in this browser. */
const OFF_KEY = 'foyer.offline-orders.off'

export const isOfflineStorageDisabled = (): boolean => readStoredText(OFF_KEY) === '1'

/**
 * Stores the page of an order or a ticket and the files that it has loaded, using the service worker (`public/orders/worker.js`). `until`:
 * time of deletion in ISO 8601. Returns false without service workers, or if the page couldn't be stored.
 */
export async function storeOrderOffline(page: string, until: string): Promise<boolean> {
  setOff(false)
  if (!('serviceWorker' in navigator)) return false
  await navigator.serviceWorker.register(workerOf(page))
  const files = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin }) => origin === location.origin)
    .map(({ pathname }) => pathname)
  return ask({ kind: 'keep', page, until, files })
}

const workerOf = (page: string): string =>
  page.startsWith(urls.ticket('')) ? urls.ticketWorker() : urls.orderWorker()

/** Deletes the stored page. No pages are stored until the visitor turns this on again. */
export async function deleteOfflineOrder(page: string): Promise<void> {
  setOff(true)
  await ask({ kind: 'forget', page })
}

/**
 * Stores whether the visitor turned offline orders off. Without access to storage, the setting is lost when the page is
 * closed.
 */
function setOff(isOff: boolean): void {
  try {
    if (isOff) window.localStorage.setItem(OFF_KEY, '1')
    else window.localStorage.removeItem(OFF_KEY)
  } catch {
    // No access to storage.
  }
}

async function ask(message: Readonly<Record<string, unknown>>): Promise<boolean> {
  const { active } = await navigator.serviceWorker.ready
  const { port1, port2 } = new MessageChannel()
  const answer = new Promise<boolean>((resolve) => {
    port1.addEventListener('message', ({ data }) => resolve(data === true), { once: true })
  })
  port1.start()
  active?.postMessage(message, [port2])
  return answer
}
