import { existsSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { join } from 'node:path'

/** What a server says of itself in its data folder. */
export interface PidFile {
  pid: number
  port: number
  socketFolder: string
  isReady: boolean
}

export const pidFileOf = (folder: string): string => join(folder, 'postmaster.pid')

/** Pid, folder, start, port, socket folder, address, key and status, a line each. Undefined when no server has been here, or one left in order. */
export function readPidFile(folder: string): PidFile | undefined {
  try {
    const lines = readFileSync(pidFileOf(folder), 'utf8').split('\n')
    return {
      pid: Number(lines[0]),
      port: Number(lines[3]),
      socketFolder: lines[4] ?? '',
      isReady: lines[7]?.trim() === 'ready',
    }
  } catch {
    return undefined
  }
}

/** A process that was killed and that nobody has reaped yet still has its pid, but it is not alive. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.[0] !== 'Z'
  } catch {
    return true
  }
}

/** Whether the process is the server of this folder, which it works in: after a restart of the machine anyone may have its number. */
export function isServerOf(folder: string, pid: number): boolean {
  if (!isAlive(pid)) return false
  if (!existsSync('/proc/self/cwd')) return true
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder)
  } catch {
    return false
  }
}
