import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { median } from './lines.ts'
import { hasWrk, runGenerator } from './processes.ts'

/** Identical requests, except that `{uuid}` in the path differs each time. */
export interface Load {
  origin: string
  path: string
  method?: 'GET' | 'PUT'
  headers?: Readonly<Record<string, string>>
  body?: string
  connections?: number
}

export interface Measured {
  perSecond: number
  p99Ms: number
  /** Number of responses. `failures` counts other statuses than 2xx and 3xx, and requests without a response. */
  answers: number
  failures: number
}

const CONNECTIONS = 32
const WARM_UP_SECONDS = 1

export const generatorName = hasWrk ? 'wrk' : 'autocannon'

/** Returns the median of several runs; answers and failures are sums over all runs. */
export async function measure(load: Load, runs: Runs = {}): Promise<Measured> {
  const [measured] = await measureInTurns([load], runs)
  if (!measured) throw new Error('Expected one measurement.')
  return measured
}

/** Measures Foyer and its baseline in alternating runs, so that other load on the machine affects both. */
export async function measureSideBySide(
  ours: Load,
  peers: Load,
  runs: Runs = {},
): Promise<{ ours: Measured; peers: Measured; ratio: number }> {
  const [own, other] = await measureInTurns([ours, peers], runs)
  if (!own || !other) throw new Error('Expected two measurements.')
  return { ours: own, peers: other, ratio: own.perSecond / other.perSecond }
}

interface Runs {
  runs?: number
  seconds?: number
}

async function measureInTurns(loads: readonly Load[], options: Runs): Promise<Measured[]> {
  const { runs = 3, seconds = 2 } = options
  const measured: Measured[][] = []
  for (const load of loads) measured.push([await run(load, WARM_UP_SECONDS)])
  for (let count = 0; count < runs; count += 1) {
    for (const [index, load] of loads.entries()) measured[index]?.push(await run(load, seconds))
  }
  return measured.map(summarise)
}

function summarise([warmUp, ...runs]: Measured[]): Measured {
  const sum = (pick: (each: Measured) => number): number =>
    runs.reduce((total, each) => total + pick(each), warmUp ? pick(warmUp) : 0)
  return {
    perSecond: median(runs.map((each) => each.perSecond)),
    p99Ms: median(runs.map((each) => each.p99Ms)),
    answers: sum((each) => each.answers),
    failures: sum((each) => each.failures),
  }
}

const run = (load: Load, seconds: number): Promise<Measured> =>
  hasWrk ? runWrk(load, seconds) : runAutocannon(load, seconds)

async function runWrk(load: Load, seconds: number): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-bench-'))
  const script = join(folder, 'request.lua')
  writeFileSync(script, toLua(load))
  try {
    const options = {
      threads: '1',
      connections: String(load.connections ?? CONNECTIONS),
      duration: `${seconds}s`,
      timeout: '10s',
      script,
    }
    const flags = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value])
    const said = await runGenerator(['wrk', ...flags, load.origin])
    return JSON.parse(said.slice(said.lastIndexOf('\n{')))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Returns a wrk script that makes the requests and prints the measurements as the last line. */
function toLua({ path, method = 'GET', headers = {}, body }: Load): string {
  const names = Object.entries(headers).map(([name, value]) => `[${toLuaText(name)}] = ${toLuaText(value)}`)
  const fields = [method, path].map(toLuaText).join(', ')
  const isSame = !fields.includes('uuid()')
  return `
local random = io.open("/dev/urandom", "rb")
local function uuid()
  local hex = random:read(16):gsub(".", function(byte) return string.format("%02x", byte:byte()) end)
  return hex:sub(1, 8) .. "-" .. hex:sub(9, 12) .. "-4" .. hex:sub(14, 16) .. "-8" .. hex:sub(18, 20) .. "-" .. hex:sub(21, 32)
end
local function make() return wrk.format(${fields}, { ${names.join(', ')} }, ${body === undefined ? 'nil' : toLuaText(body)}) end
local made
function request()
  made = ${isSame} and made or make()
  return made
end
function done(summary, latency)
  local e = summary.errors
  io.write(string.format('\\n{"perSecond": %f, "p99Ms": %f, "answers": %d, "failures": %d}\\n',
    summary.requests / summary.duration * 1000000, latency:percentile(99) / 1000, summary.requests,
    e.status + e.connect + e.read + e.write + e.timeout))
end`
}

/** Returns a Lua expression for the text, with the placeholder as a function call. */
const toLuaText = (text: string): string => JSON.stringify(text).replaceAll('{uuid}', '" .. uuid() .. "')

async function runAutocannon(load: Load, seconds: number): Promise<Measured> {
  const program = fileURLToPath(new URL('../generate.ts', import.meta.url))
  const job = JSON.stringify({ connections: CONNECTIONS, ...load, seconds })
  return JSON.parse(await runGenerator([process.execPath, program, job]))
}
