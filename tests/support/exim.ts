import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { connect, createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { waitFor } from './wait-for.ts'

const PROGRAM = ['/usr/sbin/exim4', '/usr/sbin/exim'].find(existsSync) ?? 'exim'

export const hasExim = spawnSync(PROGRAM, ['-bV'], { stdio: 'ignore' }).status === 0

export interface Exim {
  /** For SMTP_URL. */
  url: string
  /** Emails that were delivered, as they were received. */
  inbox: () => string[]
  stop: () => Promise<void>
}

/** Takes emails for any address except those at `full.example`, and only with correct headers. */
const configOf = (folder: string, port: number): string => `
primary_hostname = mail.example
local_interfaces = 127.0.0.1
daemon_smtp_ports = ${port}
spool_directory = ${folder}/spool
log_file_path = ${folder}/%slog
pid_file_path = ${folder}/pid
# Runs with any user's rights, so it can't change to another one.
deliver_drop_privilege = true
keep_environment =
tls_advertise_hosts =
acl_smtp_rcpt = check_recipient
acl_smtp_data = check_content
begin acl
check_recipient:
  deny domains = full.example
       message = 552 5.2.2 Mailbox full
  accept
check_content:
  deny !verify = header_syntax
  accept
begin routers
all:
  driver = accept
  transport = inbox
begin transports
inbox:
  driver = appendfile
  directory = ${folder}/inbox
  create_directory = false
  directory_mode = 0777
  mode = 0644
`

/** Exim on a free loopback port, with a folder of its own. */
export async function startExim(): Promise<Exim> {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-exim-'))
  const inbox = join(folder, 'inbox')
  // Exim changes to its own user.
  for (const each of [folder, join(folder, 'spool'), inbox]) {
    mkdirSync(each, { recursive: true })
    chmodSync(each, 0o777)
  }
  const port = await freePort()
  const file = join(folder, 'exim.conf')
  writeFileSync(file, configOf(folder, port))
  // In the foreground.
  const child = spawn(PROGRAM, ['-C', file, '-bdf'], { stdio: 'ignore' })
  await waitFor(() => expectGreeting(port))
  return {
    url: `smtp://127.0.0.1:${port}`,
    // A file has another name until it is complete.
    inbox: () =>
      readdirSync(inbox)
        .filter((name) => name.startsWith('q'))
        .map((name) => readFileSync(join(inbox, name), 'utf8')),
    stop: async () => {
      const gone = once(child, 'exit')
      child.kill()
      await gone
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function expectGreeting(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  try {
    const [greeting] = await once(socket, 'data')
    if (!String(greeting).startsWith('220 mail.example')) throw new Error(String(greeting))
  } finally {
    socket.destroy()
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  // A listening TCP server has an address with a port.
  const { port } = server.address() as AddressInfo
  await once(server.close(), 'close')
  return port
}
