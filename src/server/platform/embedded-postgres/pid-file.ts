import { existsSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { join } from 'node:path'

export interface PidFile {
  pid: number
  port: number
  socketFolder: string
  isReady: boolean
}

export const pidFileOf = (folder: string): string => join(folder, 'postmaster.pid')

/**
 * Reads PostgreSQL's pid file. Returns undefined when no server has run in the folder, or when the last one stopped
 * normally.
 */
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

/** Returns whether a process is running. False for a zombie process, which still has its pid. */
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

/**
 * True when the process is the server of this folder, which is its working directory. After a reboot, another process
 * may have the pid.
 */
export function isServerOf(folder: string, pid: number): boolean {
  if (!isAlive(pid)) return false
  if (!existsSync('/proc/self/cwd')) return true
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder)
  } catch {
    return false
  }
}
