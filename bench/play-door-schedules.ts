import { checkDoorSchedules } from '#tests/support/door-schedules/check-schedules.ts'

/** Runs the schedules described by the JSON argument; prints the results as JSON. */
const checked = await checkDoorSchedules(JSON.parse(process.argv[2] ?? ''))
process.stdout.write(`\n${JSON.stringify(checked)}`)
