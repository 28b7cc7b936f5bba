import type { AddressInfo, Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { callbackify } from 'node:util'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export interface Arrived {
  mail: Email
  to: string
  raw: string
}

export interface MailServer {
  url: string
  arrived: Arrived[]
  moods: Mood
  close: () => Promise<void>
}

/** Each hook can refuse with an error, whose `responseCode` the client gets. */
export interface Mood {
  onRecipient?: (address: string) => Error | undefined
  /** Called after the whole message. With the client's socket, a crash can be simulated. */
  onMessage?: (socket: Socket) => Error | 'silence' | undefined
}

export const refusal = (responseCode: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode })

export async function openMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const arrived: Arrived[] = []
  const moods: Mood = {}
  const sockets = new Set<Socket>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: ({ address }, _session, done) => done(moods.onRecipient?.(address)),
    onData: (stream, session, done) => {
      const socket = [...sockets].find((each) => each.remotePort === session.remotePort)
      callbackify(async () => {
        const raw = await buffer(stream)
        const said = socket && moods.onMessage?.(socket)
        if (said === 'silence') return new Promise<void>(() => undefined)
        if (said) throw said
        const to = session.envelope.rcptTo.map(({ address }) => address).join(', ')
        arrived.push({ mail: await PostalMime.parse(raw), to, raw: raw.toString() })
      })(done)
    },
    ...options,
  })
  server.on('error', () => undefined)
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A listening TCP server has an address with a port.
  const { port } = server.server.address() as AddressInfo
  return {
    url: `${options.secure ? 'smtps' : 'smtp'}://127.0.0.1:${port}`,
    arrived,
    moods,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
