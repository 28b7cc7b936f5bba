-- Latest end of an event since its first order; null if the end was never moved earlier. The event's amounts aren't due
-- before it, so that moving the end earlier doesn't pay the promoter sooner.
alter table events add column latest_ends_at timestamptz;
create function keep_latest_event_end() returns trigger language plpgsql as $$
begin
  if exists (select from order_items where event_id = new.id) then
    new.latest_ends_at := greatest(old.latest_ends_at, old.ends_at);
  end if;
  return new;
end $$;
create trigger keep_latest_end before update of ends_at on events for each row
  when (new.ends_at < old.ends_at) execute function keep_latest_event_end();

-- Time since which the payment has the problem in `trouble` (null if unknown), and the last problem that an operator
-- resolved outside Foyer, which isn't reported again.
alter table payments add column trouble_since timestamptz;
alter table payments add column trouble_handled text not null default '';

create index disputes_by_time on disputes (created_at, dispute_id);
