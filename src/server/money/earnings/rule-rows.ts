import { sql, type RawBuilder } from 'kysely'
import { tiers, type CommissionRule, type CommissionTerms } from '#model/money/commissions.ts'
import { execute, queryRow, queryRows, type Db, type Trx } from '#server/platform/db/query.ts'
import { memberNameSql } from '#server/people/members/member-rows.ts'

export interface ConsoleRuleRow extends CommissionRule {
  memberName: string | null
  eventTitle: string | null
  ticketName: string | null
  version: number
}

interface Stored extends Omit<ConsoleRuleRow, 'terms'> {
  kind: CommissionTerms['kind']
  basisPoints: number | null
  amountCents: number | null
  steps: unknown
}

async function select(db: Db, rest: RawBuilder<unknown>): Promise<ConsoleRuleRow[]> {
  const rows = await queryRows<Stored>(db)`
    select r.id, r.member_id as "memberId", case when a.id is not null then ${memberNameSql(sql`r.promoter_id`)} end as "memberName",
      coalesce(r.event_id, t.event_id) as "eventId", e.title as "eventTitle", r.ticket_type_id as "ticketTypeId",
      t.name as "ticketName", r.currency, r.approval, r.kind, r.basis_points as "basisPoints",
      r.amount_cents as "amountCents", r.tiers as steps, r.version
    from commission_rules r
    left join ticket_types t on t.id = r.ticket_type_id
    left join events e on e.id = coalesce(r.event_id, t.event_id)
    left join accounts a on a.id = r.member_id ${rest}`
  return rows.map(({ kind, basisPoints, amountCents, steps, ...rule }) => ({
    ...rule,
    terms: termsOf(kind, { basisPoints, amountCents, steps }),
  }))
}

function termsOf(
  kind: CommissionTerms['kind'],
  { basisPoints, amountCents, steps }: Pick<Stored, 'basisPoints' | 'amountCents' | 'steps'>,
): CommissionTerms {
  if (kind === 'tiers') return { kind, tiers: tiers.parse(steps) }
  if (kind === 'fixed') return { kind, amountCents: amountCents ?? 0 }
  return { kind, basisPoints: basisPoints ?? 0 }
}

/** Lists a promoter's commission rules, most specific first: for a member, a ticket type, an event, all events. */
export const listPromoterRules = (db: Db, promoterId: string): Promise<ConsoleRuleRow[]> =>
  select(
    db,
    sql`where r.promoter_id = ${promoterId}
      order by r.member_id is null, "memberName", r.ticket_type_id is null, r.event_id is null, e.starts_at desc, r.id
      limit 1000`,
  )

export async function findCommissionRule(
  db: Db,
  find: { promoterId: string; id: string },
): Promise<ConsoleRuleRow | undefined> {
  const [row] = await select(db, sql`where r.promoter_id = ${find.promoterId} and r.id = ${find.id}`)
  return row
}

export async function lockCommissionRule(
  trx: Trx,
  find: { promoterId: string; id: string },
): Promise<ConsoleRuleRow | undefined> {
  const [row] = await select(
    trx,
    sql`where r.promoter_id = ${find.promoterId} and r.id = ${find.id} for update of r`,
  )
  return row
}

export interface NewCommissionRule {
  promoterId: string
  memberId: string | null
  eventId: string | null
  ticketTypeId: string | null
  currency: string | null
  approval: CommissionRule['approval']
  terms: CommissionTerms
  now: Date
}

/** True if the rule's member, event and ticket type belong to the promoter. */
export async function areRuleReferencesValid(
  db: Db,
  { promoterId, memberId, eventId, ticketTypeId }: NewCommissionRule,
): Promise<boolean> {
  const row = await queryRow<{ fits: boolean }>(db)`
    select (${memberId}::uuid is null
        or exists (select from members where promoter_id = ${promoterId} and account_id = ${memberId}))
      and (${eventId}::uuid is null or exists (select from events where promoter_id = ${promoterId} and id = ${eventId}))
      and (${ticketTypeId}::uuid is null or exists (select from ticket_types where promoter_id = ${promoterId}
        and id = ${ticketTypeId} and event_id = coalesce(${eventId}::uuid, event_id))) as fits`
  return row?.fits ?? false
}

/**
 * Inserts a commission rule and returns its id. Undefined if there is a rule with the same scope. A rule for a ticket
 * type also contains its event.
 */
export async function insertCommissionRule(trx: Trx, rule: NewCommissionRule): Promise<string | undefined> {
  const { promoterId, memberId, eventId, ticketTypeId, currency, approval, now } = rule
  const { kind, basisPoints, amountCents, steps } = columnsOf(rule.terms)
  const row = await queryRow<{ id: string }>(trx)`
    insert into commission_rules (promoter_id, member_id, event_id, ticket_type_id, currency, approval, kind, basis_points,
      amount_cents, tiers, created_at)
    values (${promoterId}, ${memberId},
      coalesce(${eventId}::uuid, (select event_id from ticket_types where id = ${ticketTypeId}::uuid)), ${ticketTypeId},
      ${currency}, ${approval}, ${kind}, ${basisPoints}, ${amountCents}, ${steps}::jsonb, ${now})
    on conflict do nothing returning id`
  return row?.id
}

export async function updateCommissionRule(
  trx: Trx,
  change: Pick<NewCommissionRule, 'promoterId' | 'approval' | 'terms'> & { id: string },
): Promise<void> {
  const { kind, basisPoints, amountCents, steps } = columnsOf(change.terms)
  await execute(trx)`
    update commission_rules set approval = ${change.approval}, kind = ${kind}, basis_points = ${basisPoints},
      amount_cents = ${amountCents}, tiers = ${steps}::jsonb, version = version + 1
    where promoter_id = ${change.promoterId} and id = ${change.id}`
}

function columnsOf(terms: CommissionTerms) {
  return {
    kind: terms.kind,
    basisPoints: terms.kind === 'percentage' ? terms.basisPoints : null,
    amountCents: terms.kind === 'fixed' ? terms.amountCents : null,
    steps: terms.kind === 'tiers' ? JSON.stringify(terms.tiers) : null,
  }
}

export async function deleteCommissionRuleRow(
  trx: Trx,
  deletion: { promoterId: string; id: string },
): Promise<void> {
  await execute(
    trx,
  )`delete from commission_rules where promoter_id = ${deletion.promoterId} and id = ${deletion.id}`
}
