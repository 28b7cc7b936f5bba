export class Choices {
  readonly #chosen: ReadonlyMap<string, number>
  readonly seen = new Map<string, number>()

  constructor(chosen: ReadonlyMap<string, number>) {
    this.#chosen = chosen
  }

  /** Returns an index below `count`; the same for the same key. */
  choose(key: string, count: number): number {
    this.seen.set(key, Math.max(count, this.seen.get(key) ?? 0))
    return Math.min(this.#chosen.get(key) ?? 0, count - 1)
  }
}

/** Evaluates until every alternative was chosen once: not every combination, whose number is the product of all. */
export function evaluateEveryChoice<Result>(evaluate: (choices: Choices) => Result): Result[] {
  const results: Result[] = []
  const waiting: ReadonlyMap<string, number>[] = [new Map()]
  const covered = new Set<string>()
  for (let chosen = waiting.shift(); chosen; chosen = waiting.shift()) {
    const choices = new Choices(chosen)
    results.push(evaluate(choices))
    for (const [key, count] of choices.seen) {
      covered.add(`${key} ${chosen.get(key) ?? 0}`)
      const others = Array.from({ length: count }, (_, index) => index).filter(
        (index) => !covered.has(`${key} ${index}`),
      )
      for (const index of others) {
        covered.add(`${key} ${index}`)
        waiting.push(new Map([...chosen, [key, index]]))
      }
    }
  }
  return results
}
