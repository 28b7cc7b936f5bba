import { checkTicketSchedules } from '#tests/support/ticket-schedules/check-schedules.ts'

/** Runs the schedules described by the JSON argument; prints the results as JSON. */
const checked = await checkTicketSchedules(JSON.parse(process.argv[2] ?? ''))
process.stdout.write(`\n${JSON.stringify(checked)}`)
