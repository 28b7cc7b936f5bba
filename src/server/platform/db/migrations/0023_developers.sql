-- API keys of a promoter. Only the hash of a key is stored, so the key can't be read from the database.
create table api_keys (
  id uuid primary key default gen_random_uuid(),
  promoter_id uuid not null references promoters (id),
  name text not null check (name <> ''),
  -- First part of the key, which may be shown and by which the key is found.
  prefix text not null unique check (prefix ~ '^[a-z0-9]{10}$'),
  hash bytea not null,
  scopes text[] not null check (cardinality(scopes) > 0),
  created_by uuid references accounts (id) on delete set null,
  created_at timestamptz not null,
  -- Time of the last use, precise to a minute, because not every call is recorded.
  last_used_at timestamptz,
  expires_at timestamptz,
  revoked_at timestamptz,
  unique (promoter_id, id)
);
create index api_keys_of_promoter on api_keys (promoter_id, created_at desc);
create index api_keys_of_account on api_keys (created_by) where created_by is not null;

alter table audit_log add foreign key (promoter_id, api_key_id) references api_keys (promoter_id, id);

-- Webhook endpoints of a promoter.
create table webhook_endpoints (
  id uuid primary key default gen_random_uuid(),
  promoter_id uuid not null references promoters (id),
  url text not null check (url ~ '^https?://'),
  description text not null default '',
  events text[] not null check (cardinality(events) > 0),
  secret text not null,
  -- Previous secret, which also signs until `old_secret_until`, so that receivers have time to change it.
  old_secret text,
  old_secret_until timestamptz,
  is_active boolean not null default true,
  -- Time since which all deliveries have failed; null if the last one succeeded.
  failing_since timestamptz,
  -- Time at which Foyer disabled the endpoint and notified the owners.
  given_up_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (promoter_id, id)
);
create index webhook_endpoints_of_promoter on webhook_endpoints (promoter_id, created_at, id);

-- Webhook events with the data of that time. Only written for promoters with endpoints.
create table webhook_events (
  id uuid primary key default gen_random_uuid(),
  -- Assigned under the lock of the object, so that the events of an object are delivered in this order.
  seq bigint generated always as identity unique,
  promoter_id uuid not null references promoters (id),
  type text not null check (type ~ '^[a-z]+\.[a-z_]+$'),
  object_type text not null,
  object_id text not null,
  -- Money is in minor units.
  data jsonb not null,
  created_at timestamptz not null default clock_timestamp(),
  unique (promoter_id, id)
);
create index webhook_events_by_age on webhook_events (created_at);
create index webhook_events_of_object on webhook_events (object_id);

create table webhook_deliveries (
  id uuid primary key default gen_random_uuid(),
  promoter_id uuid not null,
  endpoint_id uuid not null,
  event_id uuid not null,
  -- `seq` of the event. Events about an object are delivered one after another.
  seq bigint not null,
  object_id text not null,
  status text not null default 'waiting' check (status in ('waiting', 'delivered', 'failed')),
  attempts integer not null default 0,
  first_attempt_at timestamptz,
  last_attempt_at timestamptz,
  -- Time of the next attempt. Null: the delivery is due at once.
  next_at timestamptz,
  -- Until this time, a node has reserved the delivery.
  taken_until timestamptz,
  finished_at timestamptz,
  -- Last response, with the start of its body; or the reason why there was none.
  response_status integer,
  response_ms integer,
  response_body text,
  error text not null default '',
  unique (endpoint_id, event_id),
  foreign key (promoter_id, endpoint_id) references webhook_endpoints (promoter_id, id) on delete cascade,
  foreign key (promoter_id, event_id) references webhook_events (promoter_id, id) on delete cascade,
  check ((status = 'waiting') = (finished_at is null))
);
create index webhook_deliveries_of_promoter on webhook_deliveries (promoter_id, seq desc, id);
create index webhook_deliveries_of_endpoint on webhook_deliveries (endpoint_id, seq desc);
create index webhook_deliveries_of_event on webhook_deliveries (event_id);
create index webhook_deliveries_waiting on webhook_deliveries (endpoint_id, object_id, seq) where status = 'waiting';

-- Triggers write events in the transaction of the change. Without endpoints, nothing is written, and the check reads
-- only a small table.
create function has_webhooks(promoter uuid, event_type text) returns boolean language sql stable as $$
  select exists (select from webhook_endpoints where promoter_id = promoter and is_active and event_type = any(events))
$$;

create function tell_webhooks(promoter uuid, event_type text, about text, about_id text, facts jsonb)
returns void language sql as $$
  with event as (
    insert into webhook_events (promoter_id, type, object_type, object_id, data)
    values (promoter, event_type, about, about_id, facts) returning id, seq
  )
  insert into webhook_deliveries (promoter_id, endpoint_id, event_id, seq, object_id)
  select promoter, e.id, event.id, event.seq, about_id from event, webhook_endpoints e
  where e.promoter_id = promoter and e.is_active and event_type = any(e.events)
$$;

create function order_facts(wanted uuid) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'id', o.id, 'number', o.number, 'status', o.status, 'currency', o.currency,
    'subtotalCents', o.subtotal_cents, 'discountCents', o.discount_cents,
    'feesCents', o.ticket_fees_cents + o.order_fees_cents + o.delivery_fee_cents,
    'taxCents', o.tax_cents, 'totalCents', o.total_cents, 'refundedCents', o.refunded_cents,
    'promoCode', o.promo_code, 'createdAt', o.created_at, 'paidAt', o.paid_at,
    'customer', jsonb_build_object('firstName', o.first_name, 'lastName', o.last_name, 'email', o.email, 'phone', o.phone),
    'items', (
      select coalesce(jsonb_agg(jsonb_build_object('eventId', i.event_id, 'ticketTypeId', i.ticket_type_id, 'name', i.name,
        'quantity', i.quantity, 'priceCents', i.price_cents) order by i.position), '[]')
      from order_items i where i.order_id = o.id)
  ) from orders o where o.id = wanted
$$;

-- Runs once the order's lines are inserted.
create function tell_orders_created() returns trigger language plpgsql as $$
declare
  placed record;
begin
  for placed in select distinct order_id, promoter_id from new_rows loop
    if has_webhooks(placed.promoter_id, 'order.created') then
      perform tell_webhooks(placed.promoter_id, 'order.created', 'order', placed.order_id::text, order_facts(placed.order_id));
    end if;
  end loop;
  return null;
end
$$;
create trigger tell_orders_created after insert on order_items referencing new table as new_rows
  for each statement execute function tell_orders_created();

create function tell_order_moved() returns trigger language plpgsql as $$
begin
  if has_webhooks(new.promoter_id, 'order.' || new.status) then
    perform tell_webhooks(new.promoter_id, 'order.' || new.status, 'order', new.id::text, order_facts(new.id));
  end if;
  return null;
end
$$;
create trigger tell_order_moved after update of status on orders for each row
  when (old.status <> new.status and new.status in ('paid', 'cancelled', 'expired'))
  execute function tell_order_moved();

-- Writes the event at the end of the transaction, when all changes by the refund are made. The order is locked.
create function tell_order_refunded() returns trigger language plpgsql as $$
begin
  if has_webhooks(new.promoter_id, 'order.refunded') then
    perform tell_webhooks(new.promoter_id, 'order.refunded', 'order', new.order_id::text,
      order_facts(new.order_id) || jsonb_build_object('refund',
        jsonb_build_object('id', new.id, 'amountCents', new.amount_cents, 'reason', new.reason)));
  end if;
  return null;
end
$$;
create constraint trigger tell_order_refunded after update of status on refunds deferrable initially deferred for each row
  when (old.status <> new.status and new.status = 'succeeded') execute function tell_order_refunded();

create function ticket_facts(ticket jsonb) returns jsonb language sql stable as $$
  select jsonb_build_object('id', ticket -> 'id', 'orderId', ticket -> 'order_id', 'eventId', ticket -> 'event_id',
    'ticketTypeId', ticket -> 'ticket_type_id', 'code', ticket -> 'code', 'holder', ticket -> 'holder', 'status', ticket -> 'status')
$$;

create function tell_tickets_issued() returns trigger language plpgsql as $$
declare
  promoter uuid;
  issued record;
begin
  for promoter in select distinct promoter_id from new_rows loop
    if has_webhooks(promoter, 'ticket.issued') then
      for issued in select * from new_rows where promoter_id = promoter order by order_id, position loop
        perform tell_webhooks(promoter, 'ticket.issued', 'ticket', issued.id::text, ticket_facts(to_jsonb(issued)));
      end loop;
    end if;
  end loop;
  return null;
end
$$;

create trigger tell_tickets_issued after insert on tickets referencing new table as new_rows
  for each statement execute function tell_tickets_issued();

create function tell_ticket_changed() returns trigger language plpgsql as $$
declare
  event_type text := case when new.status = 'void' and old.status <> 'void' then 'ticket.voided' else 'ticket.changed' end;
begin
  if has_webhooks(new.promoter_id, event_type) then
    perform tell_webhooks(new.promoter_id, event_type, 'ticket', new.id::text, ticket_facts(to_jsonb(new)));
  end if;
  return null;
end
$$;
create trigger tell_ticket_changed after update on tickets for each row
  when ((old.status, old.code, old.holder) is distinct from (new.status, new.code, new.holder))
  execute function tell_ticket_changed();

create function event_facts(event events) returns jsonb language sql stable as $$
  select jsonb_build_object('id', event.id, 'slug', event.slug, 'title', event.title, 'summary', event.summary,
    'status', event.status, 'startsAt', event.starts_at, 'endsAt', event.ends_at, 'doorsAt', event.doors_at,
    'timeZone', event.time_zone, 'venueName', event.venue_name, 'street', event.street, 'city', event.city,
    'country', event.country, 'currency', event.currency)
$$;

-- Changes of drafts cause no webhook events.
create function tell_event() returns trigger language plpgsql as $$
declare
  before text := case when tg_op = 'UPDATE' then old.status else 'draft' end;
  event_type text := case when before <> new.status and new.status <> 'draft' then 'event.' || new.status else 'event.updated' end;
begin
  if before = 'draft' and new.status = 'draft' then return null; end if;
  if has_webhooks(new.promoter_id, event_type) then
    perform tell_webhooks(new.promoter_id, event_type, 'event', new.id::text, event_facts(new));
  end if;
  return null;
end
$$;
create trigger tell_event_created after insert on events for each row execute function tell_event();
create trigger tell_event_changed after update on events for each row
  when (to_jsonb(old) - 'updated_at' is distinct from to_jsonb(new) - 'updated_at') execute function tell_event();

create function tell_payout() returns trigger language plpgsql as $$
begin
  if has_webhooks(new.promoter_id, 'payout.' || new.status) then
    perform tell_webhooks(new.promoter_id, 'payout.' || new.status, 'payout', new.id::text,
      jsonb_build_object('id', new.id, 'memberId', new.member_id, 'eventId', new.event_id, 'status', new.status,
        'amountCents', new.amount_cents, 'currency', new.currency, 'reason', new.reason, 'requestedAt', new.requested_at));
  end if;
  return null;
end
$$;
create trigger tell_payout_requested after insert on payouts for each row execute function tell_payout();
create trigger tell_payout_moved after update of status on payouts for each row
  when (old.status <> new.status) execute function tell_payout();

-- Deletes a person's data from events when their account is deleted or they are removed from an order.
create function forget_buyer_in_webhooks() returns trigger language plpgsql as $$
begin
  update webhook_events set data = data || '{"customer": null}' where object_id = new.id::text and object_type = 'order';
  update webhook_events set data = data || '{"holder": ""}'
  where object_type = 'ticket' and object_id in (select id::text from tickets where order_id = new.id);
  return null;
end
$$;
create trigger forget_buyer_in_webhooks after update of email on orders for each row
  when (old.email <> new.email and new.email like '%@account.invalid') execute function forget_buyer_in_webhooks();
