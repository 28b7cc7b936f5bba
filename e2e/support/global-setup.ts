import { startTestPostgres } from '#tests/support/postgres.ts'
import { createDemoTemplate } from './demo-template.ts'

/** One PostgreSQL for all tests; each worker clones its own database. */
export default async function setup(): Promise<() => Promise<void>> {
  const { address, stop } = await startTestPostgres()
  process.env['FOYER_TEST_POSTGRES'] = JSON.stringify(address)
  await createDemoTemplate(address)
  return stop
}
