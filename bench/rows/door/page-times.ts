/** What the page's script measures, in milliseconds of the page's clock. */
export interface PageTimes {
  /** When a verdict came on the screen. */
  verdicts: number[]
  /** From the begin of storing a scan until it was durable. */
  durable: number[]
  /** When the field for codes was first there. */
  openedAt: number
  /** When the snapshot had arrived. */
  snapshotAt: number
}

/** Runs in the page before its own scripts, and measures without their help. */
export const TIMES_OF_PAGE = `
const times = { verdicts: [], durable: [], openedAt: 0, snapshotAt: 0 }
globalThis.doorTimes = times
performance.setResourceTimingBufferSize(2000)
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (entry.name.endsWith('/snapshot')) times.snapshotAt = entry.responseEnd
}).observe({ type: 'resource', buffered: true })
let shown
new MutationObserver(() => {
  const now = performance.now()
  if (times.openedAt === 0 && document.querySelector('.door-scan input')) times.openedAt = now
  const verdict = document.querySelector('.door-verdict')
  if (verdict && verdict !== shown) times.verdicts.push(now)
  shown = verdict
}).observe(document, { childList: true, subtree: true })
const begin = IDBDatabase.prototype.transaction
IDBDatabase.prototype.transaction = function (stores, mode, options) {
  const transaction = begin.call(this, stores, mode, options)
  const startedAt = performance.now()
  if (mode === 'readwrite' && String(stores) === 'log')
    transaction.addEventListener('complete', () => times.durable.push(performance.now() - startedAt))
  return transaction
}
`

declare global {
  // Set by the script.
  var doorTimes: PageTimes
}
