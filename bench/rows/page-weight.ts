import type { Bench } from '../support/bench.ts'
import { eventAddress, withPage } from '../support/browsing.ts'
import { bytes, judge, type Line } from '../support/lines.ts'
import { weighPage } from '../support/page-weight.ts'

const KB = 1024

/** P5 and P6: what an event page makes a browser fetch, compressed, by when it fetches it. */
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
      target: '≤ 5 KB',
      verdict: judge(weight.first <= 5 * KB),
      note:
        `${bytes(weight.inline)} of it inline. Counted until the page has loaded; ` +
        `${bytes(weight.idle)} more come by themselves once the browser is idle.`,
    },
    {
      id: 'P5',
      what: 'JavaScript of the first “add to cart”, brotli',
      peer: 'React alone: 57 KB',
      figure: bytes(weight.all),
      ratio: weight.all / (57 * KB),
      target: '≤ 75 KB',
      verdict: judge(weight.all <= 75 * KB),
      note: 'React with react-dom is 57 KB of it, zod 7 and ofetch 3.5, all as small as they get.',
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
