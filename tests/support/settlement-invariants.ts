import { sql, type Kysely } from 'kysely'
import type { Database } from '#server/platform/db/tables.ts'
import { PREPARED } from './prepared.ts'

/**
 * Returns differences between settlements, their statements and the ledger, as messages: each is booked once and returned when it ended
 * without a payment; statements follow each other and add up; no settlement pays out what was held.
 */
export async function findWrongSettlements(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ wrong: string }>`
    with booked as (
      select split_part(t.fact, ':', 2) as id, t.promoter_id, t.currency,
        coalesce(sum(e.amount_cents) filter (where t.kind = 'settlement' and e.account = 'payouts'), 0) as paid,
        coalesce(sum(e.amount_cents) filter (where t.kind = 'settlement_failed' and e.account = 'payouts'), 0) as back,
        coalesce(sum(e.amount_cents) filter (where e.account = 'promoter'), 0) as promoter,
        coalesce(sum(e.amount_cents) filter (where e.account = 'taxes'), 0) as taxes
      from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
      where t.kind in ('settlement', 'settlement_failed') group by 1, 2, 3
    )
    select 'settlement ' || coalesce(s.id::text, b.id) || ' of ' || coalesce(s.amount_cents, 0) || ' is ' || coalesce(s.status, 'missing') ||
      ', the ledger says ' || coalesce(b.paid, 0) || ' and ' || coalesce(b.back, 0) || ' back' as wrong
    from settlements s full join booked b on b.id = s.id::text and (b.promoter_id, b.currency) = (s.promoter_id, s.currency)
    where s.id is null or b.id is null or b.paid <> s.amount_cents
      or b.back <> case when s.status in ('failed', 'cancelled') then -s.amount_cents else 0 end
      or (b.promoter, b.taxes) <> case when s.status in ('failed', 'cancelled') then (0::numeric, 0::numeric)
        else (-s.promoter_cents::numeric, -s.taxes_cents::numeric) end
    union all
    select 'statement ' || s.number || ' of ' || s.promoter_id || ' goes from ' || s.opening_balance_cents || ' to ' ||
      s.closing_balance_cents || ' ' || s.currency || ', its transactions add up to ' || coalesce(x.cents, 0)
    from settlements s left join (
      select a.settlement_id, sum(e.amount_cents) as cents
      from statement_transactions a join ledger_entries e on e.transaction_id = a.transaction_id
      where e.account in ('promoter', 'taxes') group by 1
    ) x on x.settlement_id = s.id
    where s.opening_balance_cents + coalesce(x.cents, 0) <> s.closing_balance_cents
    union all
    select 'statement ' || number || ' of ' || promoter_id || ' opens with ' || opening_balance_cents || ' ' || currency || ' after ' || before
    from (select *, coalesce(lag(closing_balance_cents) over (partition by promoter_id, currency order by number), 0) as before
      from settlements) s
    where opening_balance_cents <> before
    union all
    select 'settlement ' || id || ' left ' || closing_balance_cents || ' of ' || not_due_cents || ' not due, ' || reserve_cents || ' reserved and ' ||
      member_debt_cents || ' owed by members'
    from settlements where closing_balance_cents < not_due_cents + reserve_cents + member_debt_cents
    union all
    select 'settlement ' || s.id || ' is not on its own statement'
    from settlements s left join ledger_transactions t on t.fact = 'settlement:' || s.id
    left join statement_transactions a on a.transaction_id = t.id and a.settlement_id = s.id
    where a.transaction_id is null
    union all
    select 'transaction ' || t.fact || ' is on the statement of another promoter or currency'
    from statement_transactions a join ledger_transactions t on t.id = a.transaction_id join settlements s on s.id = a.settlement_id
    where (t.promoter_id, t.currency) <> (s.promoter_id, s.currency)
    union all
    select 'the provider was told to move ' || moved || ' for settlements of ' || gone || ' to ' || payee_id
    from (
      select provider, payee_id, currency, sum(transfer_cents) as moved,
        sum(amount_cents) filter (where status in ('sent', 'paid')) as gone
      from settlements where transfer_cents is not null group by 1, 2, 3
    ) p where gone > moved
    union all
    select 'settlement ' || s.id || ' is cancelled, the provider has moved it'
    from settlements s where s.status = 'cancelled' and (
      exists (select from sandbox.transfers t where s.id::text in (t.key, t.metadata ->> 'key') and not t.is_reversed)
      or exists (select from sandbox.payouts p where s.id::text in (p.key, p.metadata ->> 'key')))
    union all
    select 'adjustment ' || coalesce(a.id::text, t.fact) || ' is ' || coalesce(a.amount_cents, 0) || ', the ledger says ' || coalesce(e.amount_cents, 0)
    from adjustments a full join (select * from ledger_transactions where kind = 'adjustment') t on t.fact = 'adjustment:' || a.id
    left join ledger_entries e on e.transaction_id = t.id and e.account = 'promoter'
    where ${PREPARED} and a.amount_cents is distinct from e.amount_cents`.execute(db)
  return rows.map((row) => row.wrong)
}
