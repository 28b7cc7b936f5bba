-- Reports count manual orders differently from now on. Deletes the report rows of promoters with such orders and queues
-- their facts again, in one statement and therefore one snapshot, so that a concurrent change is counted once.
select pg_advisory_xact_lock(hashtext('report_hours'));
with theirs as (
  select distinct promoter_id as id from orders where taken_outside is not null
), gone_hours as (
  delete from report_hours where promoter_id in (select id from theirs)
), gone_news as (
  delete from report_news where promoter_id in (select id from theirs)
)
insert into report_news (promoter_id, kind, fact_id, at)
select promoter_id, 'money', id, null::timestamptz from ledger_transactions
where promoter_id in (select id from theirs)
  and kind in ('sale', 'refund', 'refund_failed', 'dispute', 'dispute_won', 'commission') and order_id is not null
union all
select promoter_id, 'free', id, null from orders
where promoter_id in (select id from theirs) and paid_at is not null and total_cents = 0
union all
select promoter_id, 'unpaid', id, null from orders
where promoter_id in (select id from theirs) and paid_at is null and status <> 'pending'
union all
select promoter_id, 'void', id, voided_at from tickets where promoter_id in (select id from theirs) and status = 'void';

-- Currency of the limit up to which payouts are approved automatically: that of the promoter's latest event when the
-- limit was set. Null if no limit was ever set.
alter table promoters
  add column if not exists payout_auto_limit_currency text check (payout_auto_limit_currency ~ '^[A-Z]{3}$');
update promoters p set payout_auto_limit_currency = coalesce(
  (select currency from events e where e.promoter_id = p.id order by starts_at desc, id limit 1), 'EUR')
where payout_auto_limit_cents > 0 and payout_auto_limit_currency is null;

-- True if a refund was due and was refused. The payment's problem says why.
alter table cancelled_orders add column if not exists refused boolean not null default false;
