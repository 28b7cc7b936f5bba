import type { RequestOf } from '#contracts/platform/endpoint.ts'
import {
  createAssignment,
  deleteAssignment,
  listPromoterAssignments,
  putAssignment,
  type ConsoleAssignment,
} from '#contracts/console/staff/assignments.ts'
import {
  createCommissionRule,
  deleteCommissionRule,
  listCommissionRules,
  putCommissionRule,
} from '#contracts/console/staff/commission-rules.ts'
import { createPromoterLink, listPromoterLinks, type ConsoleLink } from '#contracts/console/staff/links.ts'
import {
  invite,
  listInvitations,
  listMembers,
  putMember,
  removeMember,
  resendInvitation,
  revokeInvitation,
  listStaffOptions as optionsContract,
} from '#contracts/console/staff/staff.ts'
import type { Result } from '#model/platform/result.ts'
import { callPromoter } from '#stores/console/own-promoters.ts'
import { createList, toListPage } from '#stores/platform/paged-list.ts'
import { createResource } from '#stores/platform/resource.ts'

async function thenLoad<Answer extends Result<unknown>>(
  pending: Promise<Answer>,
  ...load: (() => Promise<void>)[]
): Promise<Answer> {
  const answer = await pending
  if (answer.success || answer.error.code === 'NOT_FOUND') await Promise.all(load.map((each) => each()))
  return answer
}

export const members = createResource(() => callPromoter(listMembers, {}))
export const invitations = createResource(() => callPromoter(listInvitations, {}))
export const staffOptions = createResource(() => callPromoter(optionsContract, {}))
export const commissionRules = createResource(() => callPromoter(listCommissionRules, {}))

export const inviteMember = (body: RequestOf<typeof invite>['body']) =>
  thenLoad(callPromoter(invite, { body }), invitations.load)
export const resendTeamInvitation = (id: string) =>
  thenLoad(callPromoter(resendInvitation, { params: { id } }), invitations.load)
export const revokeTeamInvitation = (id: string) =>
  thenLoad(callPromoter(revokeInvitation, { params: { id } }), invitations.load)
export const changeRole = (accountId: string, body: RequestOf<typeof putMember>['body']) =>
  thenLoad(callPromoter(putMember, { params: { accountId }, body }), members.load)
export const removeTeamMember = (accountId: string) =>
  thenLoad(callPromoter(removeMember, { params: { accountId } }), members.load)

export const addCommissionRule = (body: RequestOf<typeof createCommissionRule>['body']) =>
  thenLoad(callPromoter(createCommissionRule, { body }), commissionRules.load)
export const changeCommissionRule = (id: string, body: RequestOf<typeof putCommissionRule>['body']) =>
  thenLoad(callPromoter(putCommissionRule, { params: { id }, body }), commissionRules.load)
export const removeCommissionRule = (id: string) =>
  thenLoad(callPromoter(deleteCommissionRule, { params: { id } }), commissionRules.load)

export interface AssignmentFilters {
  eventId?: string
  accountId?: string
}

export const assignments = createList<ConsoleAssignment, AssignmentFilters>(async (query) =>
  toListPage(await callPromoter(listPromoterAssignments, { query }), ({ assignments }) => assignments),
)

export const addAssignment = (body: RequestOf<typeof createAssignment>['body']) =>
  callPromoter(createAssignment, { body })
export const changeAssignment = (id: string, body: RequestOf<typeof putAssignment>['body']) =>
  callPromoter(putAssignment, { params: { id }, body })
export const removeAssignment = (id: string) => callPromoter(deleteAssignment, { params: { id } })

export interface LinkFilters {
  memberId?: string
}

export const promoterLinks = createList<ConsoleLink, LinkFilters>(async (query) =>
  toListPage(await callPromoter(listPromoterLinks, { query }), (page) => page.links),
)

export const addPromoterLink = (body: RequestOf<typeof createPromoterLink>['body']) =>
  callPromoter(createPromoterLink, { body })
