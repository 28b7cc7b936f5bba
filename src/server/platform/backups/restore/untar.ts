import { chownSync, closeSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { BackupUnusable } from '../seal.ts'

const BLOCK_BYTES = 512

interface Owner {
  uid: number
  gid: number
}

interface OpenFile {
  descriptor: number
  left: number
  /** Number of bytes that pad the file to whole blocks. */
  padding: number
}

/**
 * Extracts a tar file (ustar) of files and folders from chunks that are pushed in order. `owner` becomes the owner of
 * all files.
 */
export function createUntar(folder: string, owner: Owner | undefined) {
  let waiting = Buffer.alloc(0)
  let file: OpenFile | undefined
  let isComplete = false

  const begin = (header: Buffer): void => {
    const { name, size, type } = parseHeader(header)
    const path = join(folder, name)
    if (type === FOLDER) {
      mkdirSync(path, { recursive: true, mode: 0o700 })
      give(path, owner)
      return
    }
    if (type !== FILE) throw new BackupUnusable(`The backup has a file of unknown type: ${name}.`)
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    const descriptor = openSync(path, 'wx', 0o600)
    give(path, owner)
    file = { descriptor, left: size, padding: -size & (BLOCK_BYTES - 1) }
    if (size === 0) end()
  }

  const end = (): void => {
    if (file) closeSync(file.descriptor)
    file = undefined
  }

  /** Consumes the start of `bytes`. Returns undefined when more bytes are needed. */
  const step = (bytes: Buffer): Buffer | undefined => {
    if (file && file.left > 0) {
      const chunk = bytes.subarray(0, file.left)
      if (chunk.length === 0) return undefined
      writeAll(file.descriptor, chunk)
      file.left -= chunk.length
      return bytes.subarray(chunk.length)
    }
    if (file) {
      if (bytes.length < file.padding) return undefined
      const rest = bytes.subarray(file.padding)
      end()
      return rest
    }
    if (bytes.length < BLOCK_BYTES) return undefined
    const header = bytes.subarray(0, BLOCK_BYTES)
    // Two empty blocks mark the end of the tar file.
    if (header.every((byte) => byte === 0)) isComplete = true
    else begin(header)
    return bytes.subarray(BLOCK_BYTES)
  }

  return {
    push: (chunk: Buffer): void => {
      let bytes: Buffer | undefined = waiting.length > 0 ? Buffer.concat([waiting, chunk]) : chunk
      let rest: Buffer = bytes
      while (bytes) {
        rest = bytes
        bytes = step(bytes)
      }
      waiting = Buffer.from(rest)
    },
    /** Completes the extraction. Throws `BackupUnusable` if the tar file ended early. */
    finish: (): void => {
      if (isComplete && !file) return
      end()
      throw new BackupUnusable('The backup ends before its last file.')
    },
  }
}

const FILE = '0'
const FOLDER = '5'

function parseHeader(header: Buffer): { name: string; size: number; type: string } {
  const text = (from: number, to: number): string => header.toString('utf8', from, to).split('\0')[0] ?? ''
  const prefix = text(345, 500)
  const name = prefix ? `${prefix}/${text(0, 100)}` : text(0, 100)
  if (name.startsWith('/') || name.split(/[\\/]/).includes('..'))
    throw new BackupUnusable(`The backup has a file outside its folder: ${name}.`)
  return { name, size: parseSize(header), type: text(156, 157) || FILE }
}

/** Parses octal digits, or a binary number when the first bit is set. */
function parseSize(header: Buffer): number {
  if (((header[124] ?? 0) & 0x80) !== 0) return Number(header.readBigUInt64BE(128))
  return Number.parseInt(header.toString('latin1', 124, 136).trim(), 8)
}

function writeAll(descriptor: number, bytes: Buffer): void {
  for (let from = 0; from < bytes.length;) from += writeSync(descriptor, bytes, from)
}

function give(path: string, owner: Owner | undefined): void {
  if (owner) chownSync(path, owner.uid, owner.gid)
}
