import { fileURLToPath } from 'node:url'
import { runGenerator } from './processes.ts'

/** Buyers who each buy one admission after the other, for a time or a number of times. */
export interface Crowd {
  /** Of several nodes each buyer has another favourite, and turns to the next when a connection breaks. */
  origin: string | string[]
  ticketTypeId: string
  buyers: number
  forMs?: number
  each?: number
}

export interface Bought {
  seconds: number
  /** How long each purchase took that ended in a paid order. */
  tookMs: number[]
  soldOut: number
  /** Codes of whatever else happened. */
  errors: string[]
}

/** Runs them in a process of their own, on the generator's core. */
export async function runBuyers(crowd: Crowd): Promise<Bought> {
  const program = fileURLToPath(new URL('../buy.ts', import.meta.url))
  return JSON.parse(await runGenerator([process.execPath, program, JSON.stringify(crowd)]))
}
