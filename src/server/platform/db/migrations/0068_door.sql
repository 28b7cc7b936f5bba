-- The door: gates, rules, devices and scans of an event (docs/door.md).

-- Incremented when a ticket's code is replaced; earlier codes are refused.
alter table tickets
  add column generation integer not null default 1 check (generation between 1 and 65535),
  add column reissued_at timestamptz;
-- Finds tickets that became void since a device's last sync.
create index tickets_voided on tickets (event_id, voided_at) where voided_at is not null;
create index tickets_reissued on tickets (event_id, reissued_at) where reissued_at is not null;

-- Entrance rules of an event; without a row, the defaults apply.
create table door_settings (
  event_id uuid primary key,
  promoter_id uuid not null,
  re_entry text not null default 'none' check (re_entry in ('none', 'after_exit', 'free')),
  -- Maximum number of entries per ticket; null for no limit.
  max_entries integer check (max_entries between 1 and 1000),
  entries_per text not null default 'event' check (entries_per in ('event', 'day')),
  -- Number of people inside at which devices and the console show a warning; null for no warning.
  room_capacity integer check (room_capacity between 1 and 10000000),
  version integer not null default 1,
  foreign key (promoter_id, event_id) references events (promoter_id, id)
);
create index door_settings_of_promoter on door_settings (promoter_id, event_id);

create table gates (
  id uuid primary key,
  promoter_id uuid not null,
  event_id uuid not null,
  name text not null check (name <> ''),
  position smallint not null,
  unique (promoter_id, event_id, id),
  unique (event_id, name),
  foreign key (promoter_id, event_id) references events (promoter_id, id)
);

-- Ticket types that a gate admits; all if there are none.
create table gate_ticket_types (
  gate_id uuid not null,
  promoter_id uuid not null,
  event_id uuid not null,
  ticket_type_id uuid not null,
  primary key (gate_id, ticket_type_id),
  foreign key (promoter_id, event_id, gate_id) references gates (promoter_id, event_id, id) on delete cascade,
  foreign key (promoter_id, event_id, ticket_type_id) references ticket_types (promoter_id, event_id, id) on delete cascade
);
create index gate_ticket_types_of_type on gate_ticket_types (promoter_id, event_id, ticket_type_id);

-- Times at which a ticket type is admitted; without a row, always.
create table entry_windows (
  ticket_type_id uuid primary key,
  promoter_id uuid not null,
  event_id uuid not null,
  from_at timestamptz,
  until_at timestamptz,
  check (until_at > from_at),
  foreign key (promoter_id, event_id, ticket_type_id) references ticket_types (promoter_id, event_id, id) on delete cascade
);
create index entry_windows_of_event on entry_windows (promoter_id, event_id, ticket_type_id);

-- Browsers that scan. The id is chosen by the browser.
create table door_devices (
  id uuid not null,
  promoter_id uuid not null references promoters (id),
  event_id uuid not null,
  -- Account that the device belongs to; null for a deleted account.
  account_id uuid references accounts (id) on delete set null,
  name text not null check (name <> ''),
  gate_id uuid,
  created_at timestamptz not null,
  last_sync_at timestamptz not null,
  -- Number of scans that the device hadn't sent when it last synced.
  waiting integer not null default 0 check (waiting >= 0),
  app_version text not null default '',
  revoked_at timestamptz,
  primary key (promoter_id, event_id, id),
  foreign key (promoter_id, event_id) references events (promoter_id, id)
);
create index door_devices_of_event on door_devices (event_id, last_sync_at desc);
create index door_devices_of_account on door_devices (account_id) where account_id is not null;

-- Log of scans, append-only. Inserted under a lock of the event, so that positions are in the order of commit.
create table scans (
  position bigint generated always as identity,
  promoter_id uuid not null,
  event_id uuid not null,
  device_id uuid not null,
  -- Account of the person who scanned; null for a deleted account.
  account_id uuid references accounts (id) on delete set null,
  -- Number of the scan on its device.
  seq integer not null check (seq > 0),
  ticket_id uuid not null,
  kind text not null check (kind in ('entry', 'exit', 'undo')),
  -- Time by the server's clock, as estimated by the device.
  at timestamptz not null,
  received_at timestamptz not null,
  gate_id uuid,
  undoes_device_id uuid,
  undoes_seq integer,
  -- True if a member admitted the ticket although the verdict refused it.
  is_override boolean not null default false,
  -- Reason of an undo or an override.
  reason text not null default '',
  primary key (event_id, device_id, seq),
  check ((kind = 'undo') = (undoes_device_id is not null and undoes_seq is not null)),
  foreign key (promoter_id, event_id, device_id) references door_devices (promoter_id, event_id, id)
);
create unique index scans_in_order on scans (event_id, position);
create index scans_of_ticket on scans (ticket_id);
create index scans_of_account on scans (account_id) where account_id is not null;
create function scans_stay() returns trigger language plpgsql as $$
begin
  -- Allows the update that deleting an account makes.
  if tg_op = 'UPDATE' and new.account_id is null and to_jsonb(new) - 'account_id' = to_jsonb(old) - 'account_id' then
    return new;
  end if;
  raise exception 'scans are append-only' using errcode = 'restrict_violation';
end
$$;
create trigger scans_stay before update or delete on scans for each row execute function scans_stay();

-- Entries that the rules didn't allow. Inserted when the second entry arrives; deleted when an undo resolves the
-- conflict.
create table door_conflicts (
  promoter_id uuid not null,
  event_id uuid not null,
  ticket_id uuid not null,
  first_device_id uuid not null,
  first_seq integer not null,
  second_device_id uuid not null,
  second_seq integer not null,
  found_at timestamptz not null,
  resolved_at timestamptz,
  resolved_by uuid references accounts (id) on delete set null,
  note text not null default '',
  primary key (event_id, second_device_id, second_seq),
  foreign key (promoter_id, event_id) references events (promoter_id, id)
);
create index door_conflicts_of_ticket on door_conflicts (ticket_id);
create index door_conflicts_of_event on door_conflicts (promoter_id, event_id, found_at desc);
create index door_conflicts_of_account on door_conflicts (resolved_by) where resolved_by is not null;
