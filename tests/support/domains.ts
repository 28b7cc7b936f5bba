import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Domain } from '#contracts/console/domains.ts'
import type { MemberRole } from '#model/people/members.ts'
import { readConfig } from '#server/platform/config.ts'
import type { Context } from '#server/context.ts'
import { createContext } from '#server/create-context.ts'
import { insertSession } from './accounts.ts'
import { createAsk, type Answer } from './ask.ts'
import { createFakeClock, type FakeClock } from './clock.ts'
import { createTestDatabase } from './database.ts'
import { publishProof, startDnsServer, type DnsServer } from './dns-server.ts'
import { insertPromoter } from './factories.ts'
import { silentLog } from './log.ts'
import { insertMember } from './people.ts'
import { insertAccount } from './post.ts'
import { TEST_ENCRYPTION_KEY } from './encryption.ts'
import { QUICK_PASSWORDS } from './passwords.ts'

export interface Owner {
  promoterId: string
  accountId: string
  /** Calls the API from the main site with a new session. */
  ask: <Data = { domain: Domain }>(method: string, path: string, body?: unknown) => Promise<Answer<Data>>
  claim: (name: string) => Promise<Domain>
  verify: (id: string) => Promise<Answer<{ domain: Domain }>>
  own: (name: string) => Promise<Domain>
  list: () => Promise<Domain[]>
}

export interface DomainFixture {
  context: Context
  clock: FakeClock
  dns: DnsServer
  folder: string
  open: (name: string) => Promise<Owner>
  close: () => Promise<void>
}

/** Accepted CNAME target and addresses. */
export const TARGET = 'sites.foyer.example,192.0.2.1,2001:db8::1'

/** Opens a database and a DNS server controlled by the test. The main site is `main.example`. */
export async function openDomainFixture(environment: Record<string, string> = {}): Promise<DomainFixture> {
  const { db, address, drop } = await createTestDatabase()
  const dns = await startDnsServer()
  const clock = createFakeClock(Date.parse('2026-11-21T12:00:00Z'))
  const folder = mkdtempSync(join(tmpdir(), 'foyer-uploads-'))
  const settings = { MAIN_HOSTS: 'main.example', STOREFRONT_TARGET: TARGET, ...environment }
  const config = readConfig({
    ...settings,
    DNS_SERVERS: dns.address,
    UPLOADS_DIR: folder,
    FOYER_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY,
  })
  const context = await createContext({
    config,
    db,
    connection: address,
    log: silentLog(),
    clock,
    passwordCost: QUICK_PASSWORDS,
  })
  await context.sites.whenReady(60_000)
  return {
    context,
    clock,
    dns,
    folder,
    open: (name) => openOwner({ context, dns }, name),
    close: async () => {
      await context.close()
      await drop()
      await dns.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function openOwner(fixture: Pick<DomainFixture, 'context' | 'dns'>, name: string): Promise<Owner> {
  const { context, dns } = fixture
  const promoterId = await insertPromoter(context.db, name)
  const { accountId } = await openMember(context, promoterId, 'owner')
  const [mainHost = ''] = context.config.MAIN_HOSTS
  const callApi = createAsk(context, mainHost)
  const owner: Owner = {
    promoterId,
    accountId,
    ask: async <Data>(method: string, path: string, body?: unknown) =>
      callApi<Data>(method, path, {
        bearer: await insertSession(context, accountId, mainHost),
        ...(body === undefined ? {} : { body }),
      }),
    claim: async (host) => {
      const { data } = await owner.ask('POST', '/api/domains', { domain: host })
      publishProof(dns, data.domain)
      return data.domain
    },
    verify: (id) => owner.ask('POST', `/api/domains/${id}/verify`),
    own: async (host) => (await owner.verify((await owner.claim(host)).id)).data.domain,
    list: async () => (await owner.ask<{ domains: Domain[] }>('GET', '/api/domains')).data.domains,
  }
  return owner
}

/** Creates a member (or 'nobody'), signed in on Aurora's host by default. */
export async function openMember(
  context: Context,
  promoterId: string,
  as: MemberRole | 'nobody' | { role: MemberRole | 'nobody'; host: string },
): Promise<{ accountId: string; bearer: string }> {
  const { db } = context
  const { role, host } = typeof as === 'string' ? { role: as, host: 'aurora.localhost' } : as
  const accountId = await insertAccount(db, { email: `${randomUUID()}@example.com`, isVerified: true })
  if (role !== 'nobody') await insertMember(db, { promoterId, accountId, role })
  return { accountId, bearer: await insertSession(context, accountId, host) }
}

export async function insertProvenHost(
  db: Context['db'],
  name: { promoterId: string; host: string; isCanonical: boolean },
): Promise<void> {
  const { promoterId: promoter_id, host, isCanonical: is_canonical } = name
  const at = new Date()
  const { id: domain_id } = await db
    .insertInto('domains')
    .values({
      promoter_id,
      host,
      is_canonical,
      token: 'x'.repeat(40),
      status: 'verified',
      created_at: at,
      verified_at: at,
      check_due_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('hosts')
    .values({ host, promoter_id, domain_id, is_canonical, verified_at: at })
    .execute()
}
