import { describe, expect, test } from 'vitest'
import {
  possibleStatusChanges,
  promoterStatus,
  statusAfter,
  statusRefusal,
  type PromoterStatus,
  type StatusChange,
} from '#model/people/promoter-status.ts'
import {
  decideNewPromoterStatus,
  registrationMode,
  type RegistrationMode,
} from '#model/people/registration.ts'
import { operatorLogMessage } from '#model/people/operator-log.ts'

const NEXT: readonly [StatusChange, PromoterStatus, PromoterStatus | undefined][] = [
  ['approve', 'pending', 'active'],
  ['approve', 'rejected', 'active'],
  ['approve', 'active', undefined],
  ['approve', 'suspended', undefined],
  ['reject', 'pending', 'rejected'],
  ['reject', 'active', undefined],
  ['reject', 'suspended', undefined],
  ['suspend', 'active', 'suspended'],
  ['suspend', 'pending', undefined],
  ['suspend', 'rejected', undefined],
  ['reinstate', 'suspended', 'active'],
  ['reinstate', 'pending', undefined],
]

test.each(NEXT)('%s of a promoter that is %s leads to %s', (move, from, to) => {
  expect(statusAfter(move, from)).toBe(to)
})

test('every status has a way on, and only an active promoter may sell', () => {
  expect(promoterStatus.options.map(possibleStatusChanges)).toEqual([
    ['approve', 'reject'],
    ['suspend'],
    ['reinstate'],
    ['approve'],
  ])
  expect(promoterStatus.options.filter((status) => !statusRefusal(status))).toEqual(['active'])
})

describe('a new promoter', () => {
  const somebody = { isOperator: false, isInvited: false }
  const outcomes = (who: typeof somebody) =>
    registrationMode.options.map((mode: RegistrationMode) => decideNewPromoterStatus({ ...who, mode }))

  test('depends on the mode and on who opens it', () => {
    expect(outcomes(somebody)).toEqual(['active', 'pending', 'INVITATION_REQUIRED', 'REGISTRATION_CLOSED'])
    expect(outcomes({ ...somebody, isInvited: true })).toEqual([
      'active',
      'active',
      'active',
      'REGISTRATION_CLOSED',
    ])
    expect(outcomes({ ...somebody, isOperator: true })).toEqual(['active', 'active', 'active', 'active'])
  })
})

describe('an entry of the operators’ log', () => {
  const entry = { actor: 'Ada', subject: 'Aurora', before: null, after: null }

  test.each([
    ['promoter.suspended', { after: { reason: 'Fraud' } }, 'Ada suspended Aurora: “Fraud”'],
    ['promoter.approved', {}, 'Ada approved Aurora'],
    ['operator.added', { actor: '' }, 'A command on the server made Aurora an operator'],
    ['operator.removed', { subject: '' }, 'Ada removed someone whose account was deleted as an operator'],
    [
      'registration.changed',
      {
        before: { mode: 'open', isSinglePromoter: false },
        after: { mode: 'approval', isSinglePromoter: true },
      },
      'Ada changed who can create a promoter from “everyone” to “everyone, after a review” and single promoter from “off” to “on”',
    ],
    ['gate.opened', {}, 'Ada: gate opened (Aurora)'],
  ])('%s is one sentence', (action, more, sentence) => {
    expect(operatorLogMessage({ ...entry, action, ...more })).toBe(sentence)
  })
})
