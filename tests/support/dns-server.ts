import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import type { Domain } from '#contracts/console/domains.ts'

/** Records of a name. TXT: a text per record, or its parts. */
export interface Zone {
  TXT?: (string | string[])[]
  CNAME?: string
  A?: string[]
  AAAA?: string[]
}

export interface DnsServer {
  /** Format of DNS_SERVERS. */
  address: string
  set: (name: string, zone: Zone | 'broken' | 'silent' | undefined) => void
  asked: (name: string) => number
  close: () => Promise<void>
}

const TYPES = { A: 1, CNAME: 5, TXT: 16, AAAA: 28 } as const
const NO_ERROR = 0
const SERVER_FAILURE = 2
const NO_SUCH_NAME = 3

interface Question {
  id: Buffer
  name: string
  type: number
  /** Raw question, repeated in the response. */
  raw: Buffer
}

/** DNS server on loopback with records set by tests. UDP only, because no response exceeds 1,232 bytes. */
export async function startDnsServer(): Promise<DnsServer> {
  const zones = new Map<string, Zone | 'broken' | 'silent'>()
  const counts = new Map<string, number>()
  const socket = createSocket('udp4')
  socket.on('message', (message, from) => {
    const question = readQuestion(message)
    counts.set(question.name, (counts.get(question.name) ?? 0) + 1)
    const answer = answerTo(question, zones.get(question.name))
    if (answer) socket.send(answer, from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    set: (name, zone) => {
      if (zone) zones.set(name.toLowerCase(), zone)
      else zones.delete(name.toLowerCase())
    },
    asked: (name) => counts.get(name) ?? 0,
    close: () => close(socket),
  }
}

async function close(socket: Socket): Promise<void> {
  const closed = once(socket, 'close')
  socket.close()
  await closed
}

function readQuestion(message: Buffer): Question {
  const labels: string[] = []
  let at = 12
  for (let length = message.readUInt8(at); length > 0; length = message.readUInt8(at)) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  return {
    id: message.subarray(0, 2),
    name: labels.join('.').toLowerCase(),
    type: message.readUInt16BE(at + 1),
    raw: message.subarray(12, at + 5),
  }
}

function answerTo(question: Question, zone: Zone | 'broken' | 'silent' | undefined): Buffer | undefined {
  if (zone === 'silent') return undefined
  if (zone === 'broken') return pack(question, SERVER_FAILURE, [])
  return zone ? pack(question, NO_ERROR, recordsOf(zone, question.type)) : pack(question, NO_SUCH_NAME, [])
}

function recordsOf(zone: Zone, type: number): [type: number, data: Buffer][] {
  if (type === TYPES.TXT)
    return (zone.TXT ?? []).map((text) => [type, Buffer.concat([text].flat().map(piece))])
  const alias: [number, Buffer][] = zone.CNAME ? [[TYPES.CNAME, nameOf(zone.CNAME)]] : []
  const addresses =
    type === TYPES.A
      ? (zone.A ?? []).map((text) => Buffer.from(text.split('.').map(Number)))
      : type === TYPES.AAAA
        ? (zone.AAAA ?? []).map(packV6)
        : []
  return [...alias, ...addresses.map((data): [number, Buffer] => [type, data])]
}

/** Requires all eight groups. */
const packV6 = (text: string): Buffer =>
  Buffer.from(
    text
      .split(':')
      .map((group) => group.padStart(4, '0'))
      .join(''),
    'hex',
  )

const piece = (text: string): Buffer => {
  const bytes = Buffer.from(text)
  return Buffer.concat([Buffer.from([bytes.length]), bytes])
}

const nameOf = (name: string): Buffer => Buffer.concat([...name.split('.').map(piece), Buffer.from([0])])

function pack({ id, raw }: Question, code: number, records: [type: number, data: Buffer][]): Buffer {
  const head = Buffer.alloc(10)
  head.writeUInt16BE(0x8180 | code, 0)
  head.writeUInt16BE(1, 2)
  head.writeUInt16BE(records.length, 4)
  const answers = records.map(([type, data]) => {
    const record = Buffer.alloc(12)
    // A pointer to the question's name, with a TTL of an hour.
    record.writeUInt16BE(0xc00c, 0)
    record.writeUInt16BE(type, 2)
    record.writeUInt16BE(1, 4)
    record.writeUInt32BE(3600, 6)
    record.writeUInt16BE(data.length, 10)
    return Buffer.concat([record, data])
  })
  return Buffer.concat([id, head, raw, ...answers])
}

/** Publishes the verification record of a domain. */
export function publishProof(dns: DnsServer, domain: Domain): void {
  for (const { type, name, value } of domain.records) if (type === 'TXT') dns.set(name, { TXT: [value] })
}
