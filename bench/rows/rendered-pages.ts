import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { environmentOf, type Bench } from '../support/bench.ts'
import { EVENT_HOST, eventPageLoad } from '../support/event-page.ts'
import { judge, milliseconds, perSecond, type Line } from '../support/lines.ts'
import { measureSideBySide } from '../support/load.ts'
import { startHelper } from '../support/processes.ts'
import { readUsage } from '../support/usage.ts'

const ROOT = new URL('../../', import.meta.url)
/** Inside node_modules, where the build finds its dependencies and nothing else looks. */
const DEFAULTS = new URL('node_modules/.cache/foyer-bench/', ROOT)
const FOYER_STAMP = new URL('dist/.built-from', ROOT)
const DEFAULTS_STAMP = new URL('.built-from', DEFAULTS)

/** A page names its own address, port included: another port each time makes it another page. */
const UNKNOWN_TO_ANY_CACHE = { Host: `${EVENT_HOST}:{port}` }

/** A page runs through ten times the code of anything else here: the machine has compiled it only after some thousand. */
const UNTIL_COMPILED = { runs: 2, seconds: 3 }

/** P3: the event page rendered anew, its queries included, against the same page from a build with Astro's defaults. */
export async function renderedPages(bench: Bench): Promise<Line[]> {
  buildWithDefaults()
  const defaults = await startHelper('server', 'serve-astro-defaults.ts', {
    env: { ...environmentOf(bench.address), ASTRO_DEFAULTS: new URL('server/entry.mjs', DEFAULTS).href },
  })
  try {
    const own = eventPageLoad(bench.foyer.origin, UNKNOWN_TO_ANY_CACHE)
    const other = eventPageLoad(defaults.origin, UNKNOWN_TO_ANY_CACHE)
    await measureSideBySide(own, other, UNTIL_COMPILED)
    const before = [await bench.foyer.usage(), await readUsage(defaults)] as const
    const { ours, peers, ratio } = await measureSideBySide(own, other)
    const after = [await bench.foyer.usage(), await readUsage(defaults)] as const
    if (ours.failures + peers.failures > 0)
      throw new Error(`${ours.failures + peers.failures} answers failed.`)
    const ownCpuMs = (after[0].cpuMs - before[0].cpuMs) / ours.answers
    const peerCpuMs = (after[1].cpuMs - before[1].cpuMs) / peers.answers
    return [
      {
        id: 'P3',
        what: 'event page rendered anew, one core',
        peer: `Astro's defaults: ${perSecond(peers.perSecond)}, ${milliseconds(peerCpuMs)} CPU each`,
        figure: `${perSecond(ours.perSecond)}, ${milliseconds(ownCpuMs)} CPU each`,
        ratio,
        target: '≥ 1.6',
        verdict: judge(ratio >= 1.6),
        note: 'Both with the page’s queries; the peer keeps no page and sends no content security policy.',
      },
    ]
  } finally {
    await defaults.stop()
  }
}

/** The same sources through bench/astro-defaults.config.ts, unless that was done for what dist/ was built from. */
function buildWithDefaults(): void {
  const mark = readFileSync(FOYER_STAMP, 'utf8')
  if (existsSync(DEFAULTS_STAMP) && readFileSync(DEFAULTS_STAMP, 'utf8') === mark) return
  const built = spawnSync('astro', ['build', '--silent', '--config', 'bench/astro-defaults.config.ts'], {
    cwd: fileURLToPath(ROOT),
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1' },
  })
  if (built.status !== 0) throw new Error('The pages can’t be built with Astro’s defaults.')
  cpSync(FOYER_STAMP, DEFAULTS_STAMP)
}
