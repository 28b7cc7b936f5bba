import type { Endpoint } from '#contracts/platform/endpoint.ts'
import { endpointKey } from '#server/openapi/contract-names.ts'
import { listContracts } from '#server/openapi/list-contracts.ts'
import { ATTACKS } from './attacks.ts'
import { fair, holesOf, type Hole, type Sent } from './holes.ts'
import { CALLERS, type CallerName, type HostileStage, type Timed } from './stage.ts'

/** Allowed excess over a valid call. */
const SLOWEST_MS = 250
const MAX_HOLD_UP_MS = 100
/** A single slow call may have waited for others; a repeatedly slow one is slow itself. */
const TRIES = 5

interface Call {
  contract: Endpoint
  name: string
  sent: Sent
  caller: CallerName
}

export interface Played {
  calls: number
  /** Number of valid calls, and those refused. */
  fair: number
  unheard: string[]
  problems: string[]
}

/**
 * Replaces every text and number of every call with hostile values. Full: each attack by each caller; otherwise each position once, with
 * attacks and callers in turn.
 */
export async function playHostile(stage: HostileStage, isFull: boolean): Promise<Played> {
  const played: Played = { calls: 0, fair: 0, unheard: [], problems: [] }
  let turn = 0
  for (const contract of playable()) {
    const fairCall = {
      contract,
      name: endpointKey(contract),
      sent: fair(contract),
      caller: callerOf(contract),
    }
    const fairly = await stage.ask(fairCall)
    played.fair += 1
    if (!HEARD.has(fairly.answer.status)) played.unheard.push(`${fairCall.name}: ${fairly.answer.error.code}`)
    for (const hole of holesOf(contract)) {
      const calls = callsOf(contract, hole)
      const chosen = isFull ? calls : calls.slice(turn % calls.length).slice(0, 1)
      turn += STEP
      for (const call of chosen) {
        played.calls += 1
        played.problems.push(...(await judge(stage, { call, fairCall, fairMs: fairly.tookMs })))
      }
    }
  }
  return played
}

/** Calls in order: those that end something last. Skips calls without input and sign-outs. */
function playable(): Endpoint[] {
  const contracts = listContracts().flatMap(({ contract, isFile }) =>
    isFile || contract.access === 'signature' || holesOf(contract).length === 0 ? [] : [contract],
  )
  return [...contracts.filter((each) => !isAnEnd(each)), ...contracts.filter(isAnEnd)]
}

const isAnEnd = ({ method, path }: Endpoint): boolean => method === 'DELETE' || path.endsWith('/cancel')

/** Statuses of calls whose input was processed. */
const HEARD = new Set([200, 201, 404, 409])
/** Coprime to the numbers of attacks and callers, so that all pairs occur. */
const STEP = 13

function callerOf({ access }: Endpoint): CallerName {
  if (access === 'anyone') return 'anonymous'
  return access === 'operator' ? 'operator' : 'owner'
}

function callsOf(contract: Endpoint, hole: Hole): Call[] {
  const values = hole.kind === 'text' ? ATTACKS : numbersFor(hole)
  return Object.entries(values).flatMap(([attack, value]) =>
    CALLERS.map((caller) => ({
      contract,
      name: `${endpointKey(contract)} ${hole.path}: ${attack}, by ${caller}`,
      sent: hole.fill(value),
      caller,
    })),
  )
}

const numbersFor = ({ schema }: Hole): Record<string, unknown> => ({
  'the least': schema['minimum'] ?? 0,
  'the most': schema['maximum'] ?? 1,
  'more than a column holds': 2_147_483_648,
  'more than all': 1e308,
  'less than none': -1,
  'a part': 0.123_456_789,
  text: '1e999',
})

async function judge(
  stage: HostileStage,
  { call, fairCall, fairMs }: { call: Call; fairCall: Call; fairMs: number },
): Promise<string[]> {
  let timed = await stage.ask(call)
  const usual: number[] = []
  // On a busy machine everything is slow: both calls are repeated, and the fastest of each are compared.
  for (let tries = 1; tries < TRIES && isSlow(timed, limitOf(fairMs, usual)); tries += 1) {
    const again = await stage.ask(call)
    usual.push((await stage.ask(fairCall)).tookMs)
    timed = {
      answer: again.answer,
      tookMs: Math.min(timed.tookMs, again.tookMs),
      heldUpMs: Math.min(timed.heldUpMs, again.heldUpMs),
    }
  }
  const { answer, tookMs, heldUpMs } = timed
  const isLate = tookMs > limitOf(fairMs, usual)
  return [
    ...(answer.status >= 500 ? [`${call.name} is answered ${answer.status}.`] : []),
    ...(isLate ? [`${call.name} takes ${tookMs.toFixed(0)} ms.`] : []),
    ...(heldUpMs > MAX_HOLD_UP_MS ? [`${call.name} holds everybody up for ${heldUpMs.toFixed(0)} ms.`] : []),
  ]
}

const limitOf = (fairMs: number, usual: readonly number[]): number =>
  SLOWEST_MS + Math.max(fairMs, usual.length > 0 ? Math.min(...usual) : 0)

const isSlow = ({ tookMs, heldUpMs }: Timed, mostMs: number): boolean =>
  tookMs > mostMs || heldUpMs > MAX_HOLD_UP_MS
