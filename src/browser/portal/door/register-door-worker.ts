import { portalUrls } from '#contracts/platform/portal-urls.ts'
import { loadDetector } from './qr-detector.ts'

/**
 * Registers the door's service worker (`public/account/staff/door-worker.js`). It stores the files that this page has loaded, including the
 * QR code reader.
 */
export async function registerDoorWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const worker = await navigator.serviceWorker.register(portalUrls.doorWorker(), { scope: portalUrls.door() })
  await Promise.all([whenLoaded(), loadDetector()])
  const active = worker.active ?? (await navigator.serviceWorker.ready).active
  const files = performance.getEntriesByType('resource').map(({ name }) => name)
  active?.postMessage({ kind: 'keep', files })
}

const whenLoaded = (): Promise<void> =>
  document.readyState === 'complete'
    ? Promise.resolve()
    : new Promise((resolve) => window.addEventListener('load', () => resolve(), { once: true }))

/** Asks the browser not to delete stored data when storage runs out. Returns false if it refuses. */
export const persistStorage = async (): Promise<boolean> => (await navigator.storage?.persist?.()) ?? false
