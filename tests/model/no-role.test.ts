import { expect, test } from 'vitest'
import { whyNoRole } from '#model/members.ts'

test.each([
  ['the last owner leaves', ['ada'], 'ada', 'ada', undefined, 'LAST_OWNER'],
  ['the last owner becomes less', ['ada'], 'ada', 'ada', 'manager', 'LAST_OWNER'],
  ['the last owner stays one', ['ada'], 'ada', 'ada', 'owner', undefined],
  ['one of two leaves', ['ada', 'bob'], 'ada', 'ada', undefined, undefined],
  ['an owner removes somebody else', ['ada'], 'ada', 'eve', undefined, undefined],
  ['who is an owner no more decides nothing', ['bob'], 'ada', 'bob', 'manager', 'FORBIDDEN'],
  ['a program removes the last owner', ['ada'], null, 'ada', undefined, 'LAST_OWNER'],
] as const)('%s', (_, ownerIds, actorId, accountId, role, refused) => {
  expect(whyNoRole({ ownerIds, actorId, accountId, role })).toBe(refused)
})
