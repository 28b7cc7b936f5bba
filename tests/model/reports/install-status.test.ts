import { expect, test } from 'vitest'
import { decideInstallStatus, statusHeading } from '#model/reports/install-status.ts'

const IN_TIME = { paymentSeconds: 0, mailSeconds: 0 }

test.each([
  [
    'all is done in time',
    IN_TIME,
    false,
    ['working', 'working', 'working', 'working'],
    'Everything is working',
  ],
  [
    'payments are confirmed late',
    { ...IN_TIME, paymentSeconds: 121 },
    false,
    ['working', 'working', 'delayed', 'working'],
    'Some things take longer than usual',
  ],
  [
    'emails are sent late',
    { ...IN_TIME, mailSeconds: 901 },
    false,
    ['working', 'working', 'working', 'delayed'],
    'Some things take longer than usual',
  ],
  [
    'the limits are not exceeded',
    { paymentSeconds: 120, mailSeconds: 900 },
    false,
    ['working', 'working', 'working', 'working'],
    'Everything is working',
  ],
  [
    'the database is down',
    undefined,
    false,
    ['delayed', 'down', 'down', 'delayed'],
    'Tickets can’t be bought right now',
  ],
  [
    'the database is read-only',
    undefined,
    false,
    ['working', 'paused', 'paused', 'delayed'],
    'Ticket sales are paused',
    true,
  ],
  [
    'there is maintenance',
    IN_TIME,
    true,
    ['maintenance', 'maintenance', 'working', 'working'],
    'We’re updating our system',
  ],
] as const)('when %s', (...[, delays, isMaintenance, states, heading, isReadOnly = false]) => {
  const status = decideInstallStatus(delays, { isMaintenance, isReadOnly })
  expect([status.pages, status.sales, status.payments, status.emails]).toEqual(states)
  expect(statusHeading(status)).toBe(heading)
})
