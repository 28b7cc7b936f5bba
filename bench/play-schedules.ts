import { checkSchedules } from '#tests/support/schedules/check-schedules.ts'

/** Plays the schedules that come as JSON; prints what became of them as JSON. */
const checked = await checkSchedules(JSON.parse(process.argv[2] ?? ''))
process.stdout.write(`\n${JSON.stringify(checked)}`)
