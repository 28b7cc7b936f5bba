-- Check-in in the console: lists, notes, resolved conflicts, third-party scanners and webhooks (docs/door.md).

-- Deferrable, so that two gates can swap their names in one edit.
alter table gates
  drop constraint gates_event_id_name_key,
  add constraint gates_event_id_name_key unique (event_id, name) deferrable initially deferred;

-- Named lists of ticket types, like "VIP", with an instruction that the door shows for their tickets.
create table door_lists (
  id uuid primary key,
  promoter_id uuid not null,
  event_id uuid not null,
  name text not null check (name <> ''),
  note text not null default '',
  position smallint not null,
  unique (promoter_id, event_id, id),
  unique (event_id, name),
  foreign key (promoter_id, event_id) references events (promoter_id, id)
);

create table door_list_ticket_types (
  list_id uuid not null,
  promoter_id uuid not null,
  event_id uuid not null,
  ticket_type_id uuid not null,
  primary key (list_id, ticket_type_id),
  foreign key (promoter_id, event_id, list_id) references door_lists (promoter_id, event_id, id) on delete cascade,
  foreign key (promoter_id, event_id, ticket_type_id) references ticket_types (promoter_id, event_id, id) on delete cascade
);
create index door_list_ticket_types_of_list on door_list_ticket_types (promoter_id, event_id, list_id);
create index door_list_ticket_types_of_type on door_list_ticket_types (promoter_id, event_id, ticket_type_id);

-- Notes that the door shows for single tickets.
create table door_notes (
  ticket_id uuid primary key,
  promoter_id uuid not null,
  event_id uuid not null,
  note text not null check (note <> ''),
  updated_at timestamptz not null,
  foreign key (promoter_id, event_id) references events (promoter_id, id)
);
create index door_notes_of_event on door_notes (promoter_id, event_id, updated_at desc);

-- Deletes the notes about an order's tickets when the buyer's data is deleted, because notes can contain the holder's
-- name.
create function delete_door_notes() returns trigger language plpgsql as $$
begin
  delete from door_notes where ticket_id in (select id from tickets where order_id = new.id);
  return null;
end
$$;
create trigger delete_door_notes after update of email on orders for each row
  when (old.email <> new.email and new.email like '%@account.invalid') execute function delete_door_notes();

alter table door_conflicts
  add column id uuid not null default gen_random_uuid(),
  add unique (id);

-- A third-party scanner is the device of its API key.
alter table door_devices
  add column api_key_id uuid,
  add foreign key (promoter_id, api_key_id) references api_keys (promoter_id, id);
create index door_devices_of_key on door_devices (promoter_id, api_key_id) where api_key_id is not null;

-- Idempotency key of a scan that was sent through the API.
alter table scans add column request_key text;
create unique index scans_by_request on scans (event_id, device_id, request_key) where request_key is not null;
create index scans_undone on scans (event_id, undoes_device_id, undoes_seq) where kind = 'undo';

-- Data of a scan, with the names at that time.
create function scan_facts(scan scans) returns jsonb language sql stable as $$
  select jsonb_build_object('kind', scan.kind, 'scannedAt', scan.at, 'receivedAt', scan.received_at,
    'deviceId', scan.device_id, 'seq', scan.seq,
    'device', (select d.name from door_devices d
      where d.promoter_id = scan.promoter_id and d.event_id = scan.event_id and d.id = scan.device_id),
    'gateId', scan.gate_id, 'gate', (select g.name from gates g where g.id = scan.gate_id and g.event_id = scan.event_id),
    'isOverride', scan.is_override, 'reason', scan.reason)
$$;

-- Writes the webhook events of scans. They don't contain the ticket's status, which is computed from the scans after
-- they are stored.
create function tell_scans() returns trigger language plpgsql as $$
declare
  scanned record;
  event_type text;
begin
  if not exists (
    select from (select distinct promoter_id from new_rows) n
    where has_webhooks(n.promoter_id, 'ticket.checked_in') or has_webhooks(n.promoter_id, 'ticket.checked_out')
      or has_webhooks(n.promoter_id, 'ticket.check_in_undone')
  ) then
    return null;
  end if;
  for scanned in
    select s.promoter_id, s.kind, s.ticket_id, ticket_facts(to_jsonb(t)) - 'status' || jsonb_build_object('scan', scan_facts(s))
      || case when u.kind is null then '{}'::jsonb else jsonb_build_object('undone', scan_facts(u)) end as facts
    from new_rows n
    join scans s on s.event_id = n.event_id and s.device_id = n.device_id and s.seq = n.seq
    join tickets t on t.id = s.ticket_id
    left join scans u on u.event_id = s.event_id and u.device_id = s.undoes_device_id and u.seq = s.undoes_seq
    order by s.position
  loop
    event_type := case scanned.kind when 'entry' then 'ticket.checked_in' when 'exit' then 'ticket.checked_out'
      else 'ticket.check_in_undone' end;
    if has_webhooks(scanned.promoter_id, event_type) then
      perform tell_webhooks(scanned.promoter_id, event_type, 'ticket', scanned.ticket_id::text, scanned.facts);
    end if;
  end loop;
  return null;
end
$$;
create trigger tell_scans after insert on scans referencing new table as new_rows
  for each statement execute function tell_scans();

create function tell_door_conflict() returns trigger language plpgsql as $$
begin
  if has_webhooks(new.promoter_id, 'ticket.check_in_conflict') then
    perform tell_webhooks(new.promoter_id, 'ticket.check_in_conflict', 'ticket', new.ticket_id::text,
      ticket_facts(to_jsonb(t)) - 'status' || jsonb_build_object('conflictId', new.id, 'first', scan_facts(one), 'second', scan_facts(other)))
    from tickets t, scans one, scans other
    where t.id = new.ticket_id
      and one.event_id = new.event_id and one.device_id = new.first_device_id and one.seq = new.first_seq
      and other.event_id = new.event_id and other.device_id = new.second_device_id and other.seq = new.second_seq;
  end if;
  return null;
end
$$;
create trigger tell_door_conflict after insert on door_conflicts for each row execute function tell_door_conflict();
