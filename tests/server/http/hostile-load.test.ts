import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { insertAccount, insertSession } from '#tests/support/accounts.ts'
import { insertFees, insertTicketType } from '#tests/support/factories.ts'
import { openFrontDoor } from '#tests/support/front-door.ts'
import { ATTACKS, startAttack } from '#tests/support/hostile-load/attacks.ts'
import { visitFor } from '#tests/support/hostile-load/visitor.ts'

test('visitors are served during all attacks at once, each at a twentieth @full', async () => {
  const door = await openFrontDoor()
  const { db } = door.context
  await insertFees(db, {})
  const ticketTypeId = await insertTicketType(db, { ...door.stage, capacity: 10_000 })
  const { rows } = await sql<{ slug: string }>`select slug from events`.execute(db)
  const slug = rows[0]?.slug ?? ''
  const bearer = await insertSession(door.context, await insertAccount(door.context, 'ada@example.com'))
  const site = { host: `aurora.localhost:${door.port}`, path: `/events/${slug}` }
  const swarms = Object.keys(ATTACKS).map((name) =>
    startAttack(name, { port: door.port, facts: { ...site, bearer }, share: 0.05 }),
  )
  const visits = await visitFor({ ...site, port: door.port, slug, ticketTypeId }, 3000)
  await Promise.all(swarms.map((swarm) => swarm.stop()))
  expect([...new Set(visits.failures)]).toEqual([])
  expect(visits.tookMs.length).toBeGreaterThan(40)
  const opened = swarms.map((swarm) => swarm.counts().opened)
  expect(Math.min(...opened)).toBeGreaterThan(0)
  await expect
    .poll(() => new Promise((resolve) => door.server.getConnections((_, count) => resolve(count))))
    .toBe(0)
  await door.close()
})
