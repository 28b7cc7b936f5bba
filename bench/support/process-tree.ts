import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Process information from /proc, on Linux only. */
export const canSeeProcesses = existsSync('/proc/self/smaps_rollup')

export function treeOf(root: number): number[] {
  const children = Map.groupBy(readParents(), ([, parent]) => parent)
  const found = [root]
  for (const pid of found) found.push(...(children.get(pid) ?? []).map(([child]) => child))
  return found
}

function readParents(): [pid: number, parent: number][] {
  return readdirSync('/proc')
    .map(Number)
    .filter(Boolean)
    .flatMap((pid): [number, number][] => {
      // The name, in parentheses, may contain anything; state and parent follow it.
      const parent = /.*\) \S+ (\d+)/s.exec(read(`/proc/${pid}/stat`))?.[1]
      return parent ? [[pid, Number(parent)]] : []
    })
}

/** True while the process runs; false for a zombie. */
export const isAlive = (pid: number): boolean => /.*\) [^ZX] /s.test(read(`/proc/${pid}/stat`))

/** Total memory of the processes; shared memory counts once. */
export function memoryOf(pids: readonly number[]): number {
  return pids.reduce((bytes, pid) => {
    const kilobytes = /^Pss:\s+(\d+) kB/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1]
    return bytes + Number(kilobytes ?? 0) * 1024
  }, 0)
}

/** Returns '' if the process has exited. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
