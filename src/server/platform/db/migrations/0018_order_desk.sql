-- Order management: search, notes and messages.

-- Search text of an order: number, names and addresses of buyer and holders, ticket codes. In a separate table that a
-- job fills, because a GIN index on orders would slow payments down.
create table order_search (
  order_id uuid primary key,
  promoter_id uuid not null,
  created_at timestamptz not null,
  event_ids uuid[] not null,
  text text not null,
  foreign key (promoter_id, order_id) references orders (promoter_id, id)
);
create index order_search_by_time on order_search (promoter_id, created_at desc, order_id desc);
-- A small pending list of the GIN index, because each search reads the whole list.
create index order_search_text on order_search using gin (text gin_trgm_ops) with (gin_pending_list_limit = 1024);
create index order_search_events on order_search using gin (event_ids) with (gin_pending_list_limit = 1024);

-- Orders whose search text must be updated. An order can have several rows.
create table order_search_due (
  id bigint generated always as identity primary key,
  order_id uuid not null
);

create function order_search_text(of_order uuid) returns text language sql stable as $$
  select lower(concat_ws(' ',
    o.number, o.first_name, o.last_name, o.email,
    (select string_agg(distinct t.code || ' ' || case when t.holder = o.first_name || ' ' || o.last_name then '' else t.holder end, ' ')
      from tickets t where t.order_id = o.id),
    (select string_agg(distinct concat_ws(' ',
        case when exists (select from tickets t where t.order_id = o.id) then null else a.first_name || ' ' || a.last_name end,
        nullif(a.email, o.email)), ' ')
      from order_attendees a where a.order_id = o.id)))
  from orders o where o.id = of_order
$$;

create function order_search_is_due() returns trigger language plpgsql as $$
begin
  insert into order_search_due (order_id) select distinct order_id from new_rows;
  return null;
end
$$;
create function one_order_search_is_due() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'orders' then
    insert into order_search_due (order_id) values (new.id);
  else
    insert into order_search_due (order_id) values (new.order_id);
  end if;
  return null;
end
$$;
create trigger order_search_is_due after insert on tickets referencing new table as new_rows
  for each statement execute function order_search_is_due();
create trigger one_order_search_is_due after update of holder on tickets for each row
  when (old.holder is distinct from new.holder) execute function one_order_search_is_due();
create trigger one_order_search_is_due after update of first_name, last_name, email on order_attendees for each row
  execute function one_order_search_is_due();
create trigger order_search_is_due_again after update of first_name, last_name, email on orders for each row
  when ((old.first_name, old.last_name, old.email) is distinct from (new.first_name, new.last_name, new.email))
  execute function one_order_search_is_due();
create trigger order_search_is_due after insert on orders for each row execute function one_order_search_is_due();

insert into order_search_due (order_id) select id from orders order by created_at;

-- Indexes for orders with rare statuses, and for the tickets of one event.
create index orders_of_promoter_by_status on orders (promoter_id, status, created_at desc, id desc)
  where status not in ('paid', 'pending');
create index order_items_of_event on order_items (event_id, order_id);
create index disputes_open on disputes (promoter_id, order_id) where status = 'open';

alter table tickets add column version integer not null default 1;

-- Payment method of a manual order, which has no payment at the provider. Null for all other orders.
alter table orders add column taken_outside text
  check (taken_outside in ('complimentary', 'cash', 'bank_transfer', 'other'));
alter table ledger_entries drop constraint ledger_entries_account_check;
alter table ledger_entries add constraint ledger_entries_account_check check (
  account in ('buyer', 'promoter', 'taxes', 'platform_fees', 'processor', 'member_earnings', 'payouts', 'outside')
) not valid;

create table order_notes (
  id uuid primary key default gen_random_uuid(),
  promoter_id uuid not null,
  order_id uuid not null,
  -- Author of the note; null for a deleted account or an API key.
  account_id uuid references accounts (id) on delete set null,
  text text not null check (text <> ''),
  created_at timestamptz not null,
  foreign key (promoter_id, order_id) references orders (promoter_id, id)
);
create index order_notes_of_order on order_notes (order_id, created_at);
create index order_notes_of_account on order_notes (account_id) where account_id is not null;

-- Messages from a promoter to buyers or attendees. Each recipient has a row in `mails`.
create table messages (
  id uuid primary key,
  promoter_id uuid not null references promoters (id),
  account_id uuid references accounts (id) on delete set null,
  idempotency_key text not null,
  subject text not null check (subject <> ''),
  body text not null check (body <> ''),
  -- Filters that selected the recipients, as requested.
  selection jsonb not null,
  recipients integer not null check (recipients > 0),
  created_at timestamptz not null,
  unique (promoter_id, id),
  unique (promoter_id, idempotency_key)
);
create index messages_of_promoter on messages (promoter_id, created_at desc);
create index messages_of_account on messages (account_id) where account_id is not null;
