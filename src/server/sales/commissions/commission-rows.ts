import { sql } from 'kysely'
import type { NamedRule } from '#model/money/format-commission.ts'
import { tiers, type CommissionRule, type CommissionTerms } from '#model/money/commissions.ts'
import { queryRow, queryRows, type Db, type Trx } from '#server/platform/db/query.ts'

/**
 * Finds the member who earns commission through the link, and locks the membership, so that concurrent orders count the
 * member's sales one after the other. Undefined when the membership has ended or the member is the buyer.
 */
export async function lockCommissionMember(
  trx: Trx,
  find: { orderId: string; promoterId: string; linkId: string },
): Promise<string | undefined> {
  const row = await queryRow<{ id: string }>(trx)`
    select m.account_id as id
    from tracking_links l
    join members m on m.promoter_id = l.promoter_id and m.account_id = l.member_id
    join accounts a on a.id = m.account_id
    join orders o on o.id = ${find.orderId}
    where l.id = ${find.linkId} and l.promoter_id = ${find.promoterId}
      and o.account_id is distinct from a.id and lower(o.email) <> lower(a.email)
    for no key update of m`
  return row?.id
}

interface RuleRow extends Omit<CommissionRule, 'terms'> {
  kind: string
  basisPoints: number | null
  amountCents: number | null
  tiers: unknown
}

type NamedRuleRow = RuleRow & Pick<NamedRule, 'eventTitle' | 'ticketName'>

const ruleColumns = sql`
  r.id, r.member_id as "memberId", r.event_id as "eventId", r.ticket_type_id as "ticketTypeId", r.currency, r.approval, r.kind,
  r.basis_points as "basisPoints", r.amount_cents as "amountCents", r.tiers`

export async function listCommissionRuleRows(
  db: Db,
  find: { promoterId: string; memberId: string; eventIds: readonly string[] },
): Promise<CommissionRule[]> {
  const rows = await queryRows<RuleRow>(db)`
    select ${ruleColumns} from commission_rules r
    where r.promoter_id = ${find.promoterId} and coalesce(r.member_id, ${find.memberId}::uuid) = ${find.memberId}::uuid
      and (r.event_id is null or r.event_id = any(${find.eventIds}::uuid[]))`
  return rows.map(toRule)
}

export async function listNamedRules(
  db: Db,
  find: { promoterId: string; memberId: string; now: Date },
): Promise<NamedRule[]> {
  const rows = await queryRows<NamedRuleRow>(db)`
    select ${ruleColumns}, e.title as "eventTitle", t.name as "ticketName"
    from commission_rules r
    left join ticket_types t on t.id = r.ticket_type_id
    left join events e on e.id = coalesce(r.event_id, t.event_id)
    where r.promoter_id = ${find.promoterId} and coalesce(r.member_id, ${find.memberId}::uuid) = ${find.memberId}::uuid
      and (e.id is null or e.ends_at > ${find.now})
    order by r.member_id nulls last, e.starts_at nulls first, e.id, t.position nulls first, r.currency, r.id`
  return rows.map((row) => ({ ...row, ...toRule(row) }))
}

const toRule = ({ kind, basisPoints, amountCents, tiers: steps, ...rule }: RuleRow): CommissionRule => ({
  ...rule,
  terms: termsOf({ kind, basisPoints, amountCents, steps }),
})

function termsOf(row: {
  kind: string
  basisPoints: number | null
  amountCents: number | null
  steps: unknown
}): CommissionTerms {
  if (row.kind === 'tiers') return { kind: 'tiers', tiers: tiers.parse(row.steps) }
  if (row.kind === 'fixed') return { kind: 'fixed', amountCents: row.amountCents ?? 0 }
  return { kind: 'percentage', basisPoints: row.basisPoints ?? 0 }
}

/** Counts the tickets sold through a member's links, by event. Excludes refunded tickets. */
export async function countSoldTickets(
  trx: Trx,
  find: { promoterId: string; memberId: string; eventIds: readonly string[]; orderId: string },
): Promise<Map<string, number>> {
  const rows = await queryRows<{ eventId: string; count: number }>(trx)`
    select t.event_id as "eventId", count(*)::int as count
    from tracking_links l
    join orders o on o.tracking_link_id = l.id and o.paid_at is not null and o.id <> ${find.orderId}
    join tickets t on t.order_id = o.id and t.status <> 'void' and t.event_id = any(${find.eventIds}::uuid[])
    where l.member_id = ${find.memberId} and l.promoter_id = ${find.promoterId}
    group by t.event_id`
  return new Map(rows.map((row) => [row.eventId, row.count]))
}
