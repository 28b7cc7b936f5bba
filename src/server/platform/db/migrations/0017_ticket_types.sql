-- Settings of ticket types besides the price, and capacity shared by several ticket types of an event.
alter table ticket_types
  add column version integer not null default 1,
  add column min_per_order integer not null default 1 check (min_per_order > 0),
  -- True for a ticket type that is shown and sold only to visitors with a code: the ticket type's own, or a promo code
  -- that reveals it.
  add column is_hidden boolean not null default false,
  add column access_code text check (access_code = upper(access_code) and access_code <> ''),
  -- Ticket type that must sell out, end or be turned off before this one goes on sale.
  add column follows_id uuid check (follows_id <> id),
  add constraint fewest_within_most check (min_per_order <= max_per_order),
  add foreign key (promoter_id, event_id, follows_id)
    references ticket_types (promoter_id, event_id, id) on delete set null (follows_id);
create index ticket_types_that_follow on ticket_types (follows_id) where follows_id is not null;

alter table promo_codes add column reveals boolean not null default false;

-- Counters are the sums of those of the ticket types. Transactions first lock the counters of all ticket types in the
-- pool, in the order of their ids, so that they never wait for a row of this table.
create table capacity_pools (
  id uuid primary key default gen_random_uuid(),
  promoter_id uuid not null,
  event_id uuid not null,
  name text not null check (name <> ''),
  capacity integer not null check (capacity >= 0),
  held integer not null default 0 check (held >= 0),
  sold integer not null default 0 check (sold >= 0),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  constraint never_oversold check (held + sold <= capacity),
  unique (promoter_id, id),
  foreign key (promoter_id, event_id) references events (promoter_id, id)
) with (fillfactor = 50);
create index capacity_pools_of_event on capacity_pools (event_id);

alter table inventory
  add column pool_id uuid,
  add foreign key (promoter_id, pool_id) references capacity_pools (promoter_id, id);
create index inventory_by_pool on inventory (pool_id) where pool_id is not null;

-- The pool's constraint is checked after each row. A statement that moves tickets between two ticket types of a pool
-- could therefore fail halfway, so decreases are written first, in a separate statement.
create function count_in_pool() returns trigger language plpgsql as $$
begin
  if new.pool_id is not distinct from old.pool_id then
    update capacity_pools set held = held + new.held - old.held, sold = sold + new.sold - old.sold where id = new.pool_id;
    return null;
  end if;
  update capacity_pools set held = held - old.held, sold = sold - old.sold where id = old.pool_id;
  update capacity_pools set held = held + new.held, sold = sold + new.sold
  where id = new.pool_id and event_id = (select event_id from ticket_types where id = new.ticket_type_id);
  perform require(new.pool_id is null or found, 'pool_of_the_same_event');
  return null;
end
$$;
create trigger count_in_pool after update of held, sold, pool_id on inventory for each row
  when (old.pool_id is not null or new.pool_id is not null) execute function count_in_pool();

-- Changes of a pool's capacity are notified (0004_notices.sql), because cached pages show it. Changes of its counters
-- aren't, as for ticket types.
create function tell_capacity() returns trigger language plpgsql as $$
begin
  perform pg_notify('foyer_changes', new.promoter_id::text);
  return null;
end
$$;
create trigger tell_capacity after update of capacity on capacity_pools for each row
  when (new.capacity <> old.capacity) execute function tell_capacity();
