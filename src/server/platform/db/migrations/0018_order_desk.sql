-- What promoters find, note and send about orders.

-- What an order is found by: its number, its buyer's name and address, its holders' names and addresses, its tickets' codes.
-- Kept apart from the order and filled a moment later, by a job: a GIN index over it would slow every payment down.
create table order_search (
  order_id uuid primary key,
  promoter_id uuid not null,
  created_at timestamptz not null,
  event_ids uuid[] not null,
  text text not null,
  foreign key (promoter_id, order_id) references orders (promoter_id, id)
);
create index order_search_by_time on order_search (promoter_id, created_at desc, order_id desc);
-- Small: whoever searches reads the list of what is not in the tree yet from its beginning to its end.
create index order_search_text on order_search using gin (text gin_trgm_ops) with (gin_pending_list_limit = 1024);
create index order_search_events on order_search using gin (event_ids) with (gin_pending_list_limit = 1024);

-- Orders whose text is not what it should be. An order may stand here twice.
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

-- Lists of what is rare among orders, and of one event's tickets.
create index orders_of_promoter_by_status on orders (promoter_id, status, created_at desc, id desc)
  where status not in ('paid', 'pending');
create index order_items_of_event on order_items (event_id, order_id);
create index disputes_open on disputes (promoter_id, order_id) where status = 'open';

alter table tickets add column version integer not null default 1;

-- Orders that the promoter took outside: nothing of their money is at the payment provider. Null: it is, as always.
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
  -- Null: an account that is gone, or a program.
  account_id uuid references accounts (id) on delete set null,
  text text not null check (text <> ''),
  created_at timestamptz not null,
  foreign key (promoter_id, order_id) references orders (promoter_id, id)
);
create index order_notes_of_order on order_notes (order_id, created_at);
create index order_notes_of_account on order_notes (account_id) where account_id is not null;

-- Letters that a promoter has written to buyers or attendees. Each recipient's is a row of mails.
create table messages (
  id uuid primary key,
  promoter_id uuid not null references promoters (id),
  account_id uuid references accounts (id) on delete set null,
  idempotency_key text not null,
  subject text not null check (subject <> ''),
  body text not null check (body <> ''),
  -- To whom: as it was asked, for the record.
  selection jsonb not null,
  recipients integer not null check (recipients > 0),
  created_at timestamptz not null,
  unique (promoter_id, id),
  unique (promoter_id, idempotency_key)
);
create index messages_of_promoter on messages (promoter_id, created_at desc);
create index messages_of_account on messages (account_id) where account_id is not null;
