import { expect, test } from 'vitest'
import { roleRefusal } from '#model/people/members.ts'

const ADA = { ownerIds: ['ada'], actorId: 'ada', accountId: 'ada', role: undefined } as const

test.each([
  ['the last owner leaves', {}, 'LAST_OWNER'],
  ['the last owner becomes less', { role: 'manager' }, 'LAST_OWNER'],
  ['the last owner stays one', { role: 'owner' }, undefined],
  ['one of two leaves', { ownerIds: ['ada', 'bob'] }, undefined],
  ['an owner removes somebody else', { accountId: 'eve' }, undefined],
  ['who is an owner no more decides nothing', { ownerIds: ['bob'], accountId: 'bob' }, 'FORBIDDEN'],
  ['a program removes an owner', { actorId: null, ownerIds: ['ada', 'bob'] }, 'FORBIDDEN'],
] as const)('%s', (_, change, refused) => {
  expect(roleRefusal({ isOwnGrant: false, ...ADA, ...change })).toBe(refused)
})
