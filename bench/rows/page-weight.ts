import type { Bench } from '../support/bench.ts'
import { eventAddress, withPage } from '../support/browsing.ts'
import { bytes, judge, type Line } from '../support/lines.ts'
import { weighPage } from '../support/page-weight.ts'

const KB = 1024

/** P5 and P6: transfer sizes of an event page, by time of the request. */
export async function pageWeight(bench: Bench): Promise<Line[]> {
  const weight = await withPage(bench, (page) => weighPage(page, eventAddress(bench)))
  const page = weight.html + weight.css
  return [
    {
      id: 'P5',
      what: 'JavaScript before the first interaction, brotli',
      peer: 'React alone: 57 KB',
      figure: bytes(weight.first),
      ratio: weight.first / (57 * KB),
      target: '≤ 4 KB',
      verdict: judge(weight.first <= 4 * KB),
      note:
        `${bytes(weight.inline)} of it inline. Counted until the load event; ` +
        `${bytes(weight.idle)} more are fetched when the browser is idle.`,
    },
    {
      id: 'P5',
      what: 'JavaScript of the first “add to cart”, brotli',
      peer: 'React alone: 57 KB',
      figure: bytes(weight.all),
      ratio: weight.all / (57 * KB),
      target: '≤ 25 KB',
      verdict: judge(weight.all <= 25 * KB),
      note: `Includes ofetch (3.5 KB). “View cart” loads ${bytes(weight.drawer)} more: React with react-dom (57 KB), zod (7 KB) and the drawer.`,
    },
    {
      id: 'P6',
      what: 'HTML and CSS of an event page, brotli',
      peer: '–',
      figure: `${bytes(page)} (HTML ${bytes(weight.html)})`,
      target: '≤ 15 KB',
      verdict: judge(page <= 15 * KB),
    },
  ]
}
