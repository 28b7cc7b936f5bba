-- Tables for reports. All rows of report_hours can be computed again from the rows that they sum: see
-- docs/decisions/0027.

-- Sums per hour, aligned with the event's time zone. Each row belongs to one dimension and key.
create table report_hours (
  promoter_id uuid not null references promoters (id),
  event_id uuid not null,
  currency text not null,
  -- event: the whole event; type, channel, link, promo: by ticket type, channel, link or promo code; tax: by rate;
  -- reason: refunds by reason.
  dimension text not null check (dimension in ('event', 'type', 'channel', 'link', 'promo', 'tax', 'reason')),
  -- Ticket type, channel, link, promo code, tax or reason; '' for the event itself.
  key text not null,
  hour timestamptz not null,
  orders integer not null default 0,
  -- Orders placed in this hour that were never paid.
  unpaid integer not null default 0,
  tickets integer not null default 0,
  returned integer not null default 0,
  refunds integer not null default 0,
  discount_cents bigint not null default 0,
  promoter_cents bigint not null default 0,
  taxes_cents bigint not null default 0,
  fees_cents bigint not null default 0,
  back_promoter_cents bigint not null default 0,
  back_taxes_cents bigint not null default 0,
  back_fees_cents bigint not null default 0,
  disputed_cents bigint not null default 0,
  commission_cents bigint not null default 0,
  -- Taxed amount.
  base_cents bigint not null default 0,
  primary key (promoter_id, dimension, currency, hour, event_id, key),
  foreign key (promoter_id, event_id) references events (promoter_id, id) on delete cascade
);
create index report_hours_of_event on report_hours (event_id, dimension, hour);

-- Changes that aren't in report_hours yet. Inserted by triggers in the transaction of the change, and deleted in the
-- one that adds them. No index, because the table is short and inserts must be fast.
create table report_news (
  promoter_id uuid not null,
  -- money: a ledger transaction; free: a paid order with a total of 0; unpaid: an order that ended without payment;
  -- void: a ticket.
  kind text not null check (kind in ('money', 'free', 'unpaid', 'void')),
  fact_id uuid not null,
  at timestamptz,
  -- -1 reverses an earlier row.
  sign smallint not null default 1
);

-- Page views and carts with a hold, counted in memory and written every few seconds.
create table event_visits (
  promoter_id uuid not null,
  event_id uuid not null,
  -- link, utm:<source>, search, social, referral, inside or direct; '' for holds.
  channel text not null,
  hour timestamptz not null,
  views integer not null default 0,
  holds integer not null default 0,
  primary key (promoter_id, hour, event_id, channel),
  foreign key (promoter_id, event_id) references events (promoter_id, id) on delete cascade
);
create index event_visits_of_event on event_visits (event_id, hour);

-- Time at which the ticket became void.
alter table tickets add column voided_at timestamptz;
update tickets t
set voided_at = coalesce(
  (select max(r.updated_at) from refunds r where r.order_id = t.order_id and r.status = 'succeeded'), t.created_at)
where status = 'void';

insert into report_news (promoter_id, kind, fact_id, at)
select promoter_id, 'money', id, null::timestamptz from ledger_transactions
where kind in ('sale', 'refund', 'refund_failed', 'dispute', 'dispute_won', 'commission') and order_id is not null
union all
select promoter_id, 'free', id, null from orders where paid_at is not null and total_cents = 0
union all
select promoter_id, 'unpaid', id, null from orders where paid_at is null and status <> 'pending'
union all
select promoter_id, 'void', id, voided_at from tickets where status = 'void';

create function tell_report() returns trigger language plpgsql as $$
begin
  insert into report_news (promoter_id, kind, fact_id, sign)
  values (new.promoter_id, tg_argv[0], new.id, tg_argv[1]::smallint);
  return null;
end
$$;

create trigger tell_report_money after insert on ledger_transactions for each row
  when (new.kind in ('sale', 'refund', 'refund_failed', 'dispute', 'dispute_won', 'commission') and new.order_id is not null)
  execute function tell_report('money', '1');
create trigger tell_report_free_at_once after insert on orders for each row
  when (new.paid_at is not null and new.total_cents = 0)
  execute function tell_report('free', '1');
create trigger tell_report_free after update of paid_at on orders for each row
  when (old.paid_at is null and new.paid_at is not null and new.total_cents = 0)
  execute function tell_report('free', '1');
create trigger tell_report_unpaid_at_once after insert on orders for each row
  when (new.paid_at is null and new.status <> 'pending')
  execute function tell_report('unpaid', '1');
create trigger tell_report_unpaid after update of status on orders for each row
  when (old.status = 'pending' and new.status <> 'pending' and new.paid_at is null)
  execute function tell_report('unpaid', '1');
create trigger tell_report_paid_late after update of paid_at on orders for each row
  when (old.status <> 'pending' and old.paid_at is null and new.paid_at is not null)
  execute function tell_report('unpaid', '-1');

create function tell_report_void() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or new.status = 'void' then
    -- The tickets of a refund get the refund's time, because the refund is recorded before its tickets become void.
    new.voided_at := coalesce(
      case tg_op when 'INSERT' then new.voided_at end,
      (select max(updated_at) from refunds where order_id = new.order_id and status = 'succeeded'), now());
    insert into report_news (promoter_id, kind, fact_id, at) values (new.promoter_id, 'void', new.id, new.voided_at);
  else
    insert into report_news (promoter_id, kind, fact_id, at, sign)
    values (new.promoter_id, 'void', new.id, old.voided_at, -1);
    new.voided_at := null;
  end if;
  return new;
end
$$;
create trigger tell_report_void_at_once before insert on tickets for each row
  when (new.status = 'void')
  execute function tell_report_void();
create trigger tell_report_void before update of status on tickets for each row
  when ((old.status = 'void') <> (new.status = 'void'))
  execute function tell_report_void();
