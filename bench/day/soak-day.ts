import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Kysely } from 'kysely'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/platform/db/tables.ts'
import { ACCESS_TOKEN_SECONDS } from '#model/people/accounts.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { insertSession } from '#tests/support/accounts.ts'
import { openMailServer } from '#tests/support/mail-server.ts'
import { environmentOf, makeHome, openBench, type Bench } from '../support/bench.ts'
import { openContext } from '../support/context.ts'
import { EVENT_HOST, EVENT_PATH } from '../support/event-page.ts'
import { round } from '../support/lines.ts'
import { startHelper } from '../support/processes.ts'
import { priceOf, putOnSale } from '../support/stock.ts'
import { readUsage } from '../support/usage.ts'
import type { SoakOptions } from '../soak/soak-options.ts'
import { judgeDay } from './judge-day.ts'
import { plotSamples } from './plot.ts'
import { countRows, toCsv, toSample, type Sample } from './samples.ts'
import { callNode, startTraffic, type Stage } from './traffic.ts'

const MINUTES = 60
const EVERY_MS = 10_000
/** Half of the time that an access token is valid. */
const TOKEN_MS = ACCESS_TOKEN_SECONDS * 500
/** 144,000 visits in an hour, those of a day of a busy promoter. */
const PER_SECOND = 40
const PAGES = ['/', EVENT_PATH, '/?q=night', '/?when=past', '/sitemap.xml']
const RESULTS = fileURLToPath(new URL('../results/', import.meta.url))

/**
 * A day's mixed traffic in an hour against one node: pages, carts that are left, orders, refunds, the console and the door. Memory, rows
 * that a job should remove, files and durations must not grow. Writes the samples and a plot into `bench/results/`.
 */
export async function soakDay({ minutes = MINUTES, rate = PER_SECOND }: SoakOptions): Promise<string[]> {
  const bench = await openBench(undefined)
  const home = makeHome()
  try {
    const { samples, failures } = await runDay(bench, { home, minutes, rate })
    // It has no refresh token, unlike sessions of people.
    await bench.db.deleteFrom('sessions').where('host', '=', EVENT_HOST).execute()
    const name = `${RESULTS}day-${new Date().toISOString().slice(0, 10)}`
    writeFileSync(`${name}.csv`, toCsv(samples))
    writeFileSync(`${name}.svg`, plotSamples(samples))
    const requests = samples.reduce((sum, sample) => sum + sample.requests, 0)
    process.stdout.write(
      `${minutes} minutes of a day: ${round(requests)} visits, ${failures.length} failures, samples and plot in ${name}.{csv,svg}\n`,
    )
    return [
      ...[...new Set(failures)].slice(0, 20),
      ...judgeDay(samples),
      ...(await findContradictions(bench.db)),
    ]
  } finally {
    await bench.close()
    rmSync(home, { recursive: true, force: true })
  }
}

async function runDay(
  bench: Bench,
  { home, minutes, rate }: { home: string; minutes: number; rate: number },
): Promise<{ samples: Sample[]; failures: string[] }> {
  const folders = [join(home, 'tmp'), join(home, 'uploads')]
  for (const folder of folders) mkdirSync(folder)
  const mail = await openMailServer()
  const env = {
    ...environmentOf(bench.address),
    TMPDIR: folders[0],
    UPLOADS_DIR: folders[1],
    SMTP_URL: mail.url,
    MAIL_FROM: 'tickets@example.com',
  }
  const foyer = await startHelper('server', 'serve.ts', { env })
  try {
    const stage = await setStage(bench, foyer.origin)
    const traffic = startTraffic(stage, rate)
    const samples: Sample[] = []
    const startedAt = performance.now()
    const endsAt = startedAt + minutes * 60_000
    let renewAt = startedAt + TOKEN_MS
    for (let next = startedAt + EVERY_MS; next <= endsAt; next += EVERY_MS) {
      await pause(Math.max(0, next - performance.now()))
      if (next >= renewAt) {
        stage.owner = await signInAgain(bench)
        renewAt += TOKEN_MS
      }
      const usage = await readUsage(foyer)
      const counts = await countRows(bench.db, folders)
      const seconds = (performance.now() - startedAt) / 1000
      samples.push(
        toSample(usage, counts, { seconds, tookMs: traffic.take(), failures: traffic.failures.length }),
      )
    }
    await traffic.stop()
    return { samples, failures: traffic.failures }
  } finally {
    await foyer.stop()
    await mail.close()
  }
}

async function setStage(bench: Bench, origin: string): Promise<Stage> {
  const { context, close } = await openContext(environmentOf(bench.address))
  try {
    const ticketTypeId = await putOnSale(bench.db)
    const { event_id: eventId } = await bench.db
      .selectFrom('ticket_types')
      .select('event_id')
      .where('id', '=', ticketTypeId)
      .executeTakeFirstOrThrow()
    const owner = await signInOwner(context, bench.db)
    const device = await pairDevice({ origin, owner, eventId })
    return { origin, host: EVENT_HOST, pages: PAGES, eventId, ticketTypeId, priceOf, owner, device }
  } finally {
    await close()
  }
}

async function signInAgain(bench: Bench): Promise<string> {
  const { context, close } = await openContext(environmentOf(bench.address))
  try {
    return await signInOwner(context, bench.db)
  } finally {
    await close()
  }
}

async function signInOwner(context: Context, db: Kysely<Database>): Promise<string> {
  const { id } = await db
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', 'owner@aurora.example')
    .executeTakeFirstOrThrow()
  return insertSession(context, id, EVENT_HOST)
}

async function pairDevice(of: { origin: string; owner: string; eventId: string }): Promise<string> {
  const node = { origin: of.origin, host: EVENT_HOST }
  const pairing = { name: 'Soak', eventIds: [of.eventId], gateIds: [], rights: ['search', 'undo'] }
  const { code } = await callNode<{ code: { code: string } }>(node, 'POST /api/promoter/door-pairings', {
    bearer: of.owner,
    body: pairing,
  })
  const { token } = await callNode<{ token: string }>(node, 'POST /api/door/pair', {
    body: { code: code.code },
  })
  return token
}
