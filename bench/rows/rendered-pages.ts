import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { EVENT_CODE_COOKIE } from '#contracts/platform/cookies.ts'
import { environmentOf, type Bench } from '../support/bench.ts'
import { eventPageLoad } from '../support/event-page.ts'
import { judge, milliseconds, perSecond, type Line } from '../support/lines.ts'
import { measureSideBySide } from '../support/load.ts'
import { startHelper } from '../support/processes.ts'
import { readUsage } from '../support/usage.ts'

const ROOT = new URL('../../', import.meta.url)
/** In node_modules, so that the build finds its dependencies and other tools ignore it. */
const DEFAULTS = new URL('node_modules/.cache/foyer-bench/', ROOT)
const FOYER_STAMP = new URL('dist/.built-from', ROOT)
const DEFAULTS_STAMP = new URL('.built-from', DEFAULTS)

/** A visitor who has entered an access code of another event: the page is the same, but isn't cached. */
const NOT_CACHED = { Cookie: `${EVENT_CODE_COOKIE}of-another-event=1` }

/** Rendering runs much more code than other rows and is JIT-compiled only after some thousand requests. */
const UNTIL_COMPILED = { runs: 2, seconds: 3 }

/** P3: compares rendering the event page, including queries, with a build with Astro's defaults. */
export async function renderedPages(bench: Bench): Promise<Line[]> {
  buildWithDefaults()
  const defaults = await startHelper('server', 'serve-astro-defaults.ts', {
    env: { ...environmentOf(bench.address), ASTRO_DEFAULTS: new URL('server/entry.mjs', DEFAULTS).href },
  })
  try {
    const own = eventPageLoad(bench.foyer.origin, NOT_CACHED)
    const other = eventPageLoad(defaults.origin, NOT_CACHED)
    await measureSideBySide(own, other, UNTIL_COMPILED)
    const before = [await bench.foyer.usage(), await readUsage(defaults)] as const
    const { ours, peers, ratio } = await measureSideBySide(own, other)
    const after = [await bench.foyer.usage(), await readUsage(defaults)] as const
    if (ours.failures + peers.failures > 0)
      throw new Error(`${ours.failures + peers.failures} requests failed.`)
    const ownCpuMs = (after[0].cpuMs - before[0].cpuMs) / ours.answers
    const peerCpuMs = (after[1].cpuMs - before[1].cpuMs) / peers.answers
    return [
      {
        id: 'P3',
        what: 'event page rendered, one core',
        peer: `Astro's defaults: ${perSecond(peers.perSecond)}, ${milliseconds(peerCpuMs)} CPU each`,
        figure: `${perSecond(ours.perSecond)}, ${milliseconds(ownCpuMs)} CPU each`,
        ratio,
        target: '≥ 1,000/s',
        verdict: judge(ours.perSecond >= 1000),
        note: 'Both include the page’s queries, and neither compresses; the peer has no cache and no content security policy.',
      },
    ]
  } finally {
    await defaults.stop()
  }
}

/** Builds the same sources with bench/astro-defaults.config.ts, unless that build is up to date with dist/. */
function buildWithDefaults(): void {
  const mark = readFileSync(FOYER_STAMP, 'utf8')
  if (existsSync(DEFAULTS_STAMP) && readFileSync(DEFAULTS_STAMP, 'utf8') === mark) return
  const built = spawnSync('astro', ['build', '--silent', '--config', 'bench/astro-defaults.config.ts'], {
    cwd: fileURLToPath(ROOT),
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1' },
  })
  if (built.status !== 0) throw new Error('The build with Astro’s defaults failed.')
  cpSync(FOYER_STAMP, DEFAULTS_STAMP)
}
