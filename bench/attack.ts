import { setPriority } from 'node:os'
import { startAttack, type AttackFacts } from '#tests/support/hostile-load/attacks.ts'
import type { Swarm } from '#tests/support/hostile-load/swarm.ts'

/** Requests to the attacking process; it responds with its connection counts. */
export type AttackQuestion = { start: string; port: number; facts: AttackFacts } | { stop: true }

// Visitors are measured on the same core and have priority.
setPriority(19)
let swarm: Swarm | undefined

async function answer(question: AttackQuestion): Promise<object> {
  if ('start' in question) swarm = startAttack(question.start, question)
  else await swarm?.stop()
  return swarm?.counts() ?? {}
}

process.on(
  'message',
  (question: AttackQuestion) => void answer(question).then((said) => process.send?.(said)),
)
process.on('disconnect', () => process.exit(0))
process.send?.({})
