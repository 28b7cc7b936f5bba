import { fileURLToPath } from 'node:url'
import { runGenerator } from './processes.ts'

/** Buyers who buy single tickets repeatedly, for a duration or a number of times. */
export interface Crowd {
  /** With several nodes, buyers start at different ones and switch to the next when a connection breaks. */
  origin: string | string[]
  ticketTypeId: string
  buyers: number
  forMs?: number
  each?: number
  /** Purchases that all buyers together start per second; without it, each buyer starts the next at once. */
  perSecond?: number
}

export interface Bought {
  seconds: number
  /** Durations of purchases with a paid order, from the time at which they were due. */
  tookMs: number[]
  soldOut: number
  /** Codes of other errors. */
  errors: string[]
}

export async function runBuyers(crowd: Crowd): Promise<Bought> {
  const program = fileURLToPath(new URL('../buy.ts', import.meta.url))
  return JSON.parse(await runGenerator([process.execPath, program, JSON.stringify(crowd)]))
}
