import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** What Linux tells of its processes; other systems have no /proc. */
export const canSeeProcesses = existsSync('/proc/self/smaps_rollup')

/** A process and all that came from it. */
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
      // The name, in brackets, may hold anything; after it come the state and the parent.
      const parent = /.*\) \S+ (\d+)/s.exec(read(`/proc/${pid}/stat`))?.[1]
      return parent ? [[pid, Number(parent)]] : []
    })
}

/** Whether it still runs; one that has ended and was not waited for doesn't. */
export const isAlive = (pid: number): boolean => /.*\) [^ZX] /s.test(read(`/proc/${pid}/stat`))

/** Memory of the processes together, what they share counted once. */
export function memoryOf(pids: readonly number[]): number {
  return pids.reduce((bytes, pid) => {
    const kilobytes = /^Pss:\s+(\d+) kB/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1]
    return bytes + Number(kilobytes ?? 0) * 1024
  }, 0)
}

/** '' for a process that has ended meanwhile. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
