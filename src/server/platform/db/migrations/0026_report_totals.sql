-- Totals of report_hours and event_visits over all events of a promoter, by hour and month, so that reports about years
-- read few rows. See docs/decisions/0027.

create table report_totals (
  promoter_id uuid not null references promoters (id),
  unit text not null check (unit in ('hour', 'month')),
  -- Dimensions as in report_hours. Ticket types belong to one event, so they have rows by month only.
  dimension text not null check (unit = 'month' or dimension <> 'type'),
  currency text not null,
  -- Start of the hour or month (in UTC).
  at timestamptz not null,
  key text not null,
  orders integer not null default 0,
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
  base_cents bigint not null default 0,
  primary key (promoter_id, unit, dimension, currency, at, key)
);

insert into report_totals (promoter_id, unit, dimension, currency, at, key, orders, unpaid, tickets, returned, refunds, discount_cents,
  promoter_cents, taxes_cents, fees_cents, back_promoter_cents, back_taxes_cents, back_fees_cents, disputed_cents, commission_cents, base_cents)
select h.promoter_id, u.unit, h.dimension, h.currency, u.at, h.key, sum(orders), sum(unpaid), sum(tickets), sum(returned), sum(refunds),
  sum(discount_cents), sum(promoter_cents), sum(taxes_cents), sum(fees_cents), sum(back_promoter_cents), sum(back_taxes_cents),
  sum(back_fees_cents), sum(disputed_cents), sum(commission_cents), sum(base_cents)
from report_hours h cross join lateral (values ('hour', h.hour), ('month', date_trunc('month', h.hour, 'UTC'))) u (unit, at)
where u.unit = 'month' or h.dimension <> 'type'
group by 1, 2, 3, 4, 5, 6;

create table visit_totals (
  promoter_id uuid not null references promoters (id),
  unit text not null check (unit in ('hour', 'month')),
  -- Currency of the viewed events.
  currency text not null,
  at timestamptz not null,
  channel text not null,
  views integer not null default 0,
  holds integer not null default 0,
  primary key (promoter_id, unit, currency, at, channel)
);

-- A node that writes visits states that it adds them to the totals. Nodes of the previous version don't, and fail, so
-- that the totals computed here include all visits that those nodes have written.
alter table event_visits add column totalled boolean not null default true;
alter table event_visits alter column totalled drop default;

insert into visit_totals (promoter_id, unit, currency, at, channel, views, holds)
select v.promoter_id, u.unit, e.currency, u.at, v.channel, sum(v.views), sum(v.holds)
from event_visits v join events e on e.id = v.event_id
cross join lateral (values ('hour', v.hour), ('month', date_trunc('month', v.hour, 'UTC'))) u (unit, at)
group by 1, 2, 3, 4, 5;

-- Finds the latest tickets of a cancelled event, because its orders are searched again while payments may still
-- complete.
create index tickets_of_event_by_time on tickets (event_id, created_at);
drop index tickets_of_event;
