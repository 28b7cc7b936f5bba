-- Devices that check tickets without an account (docs/door.md).

create table door_pairings (
  id uuid primary key,
  promoter_id uuid not null references promoters (id),
  name text not null check (name <> ''),
  -- Rights in addition to scanning.
  rights text[] not null check (rights <@ array['search', 'undo', 'sell']),
  created_at timestamptz not null,
  -- Member who issued the last code; null for a deleted account.
  issued_by uuid references accounts (id) on delete set null,
  -- SHA-256 of an unused code; null once it was used.
  code_hash bytea unique check (length(code_hash) = 32),
  code_expires_at timestamptz,
  -- SHA-256 of the device's token. Kept when the pairing is revoked, so that the device can be told.
  token_hash bytea unique check (length(token_hash) = 32),
  paired_at timestamptz,
  revoked_at timestamptz,
  unique (promoter_id, id),
  check ((code_hash is null) = (code_expires_at is null)),
  check ((token_hash is null) = (paired_at is null))
);
create index door_pairings_of_promoter on door_pairings (promoter_id, created_at desc);
create index door_pairings_of_account on door_pairings (issued_by) where issued_by is not null;

-- Events whose tickets a paired device can check.
create table door_pairing_events (
  pairing_id uuid not null,
  promoter_id uuid not null,
  event_id uuid not null,
  -- If false, the device may scan only at the gates in door_pairing_gates, and at none if those were deleted.
  is_all_gates boolean not null,
  primary key (pairing_id, event_id),
  unique (promoter_id, pairing_id, event_id),
  foreign key (promoter_id, pairing_id) references door_pairings (promoter_id, id),
  foreign key (promoter_id, event_id) references events (promoter_id, id) on delete cascade
);
create index door_pairing_events_of_event on door_pairing_events (promoter_id, event_id);

create table door_pairing_gates (
  pairing_id uuid not null,
  promoter_id uuid not null,
  event_id uuid not null,
  gate_id uuid not null,
  primary key (pairing_id, gate_id),
  foreign key (promoter_id, pairing_id, event_id) references door_pairing_events (promoter_id, pairing_id, event_id)
    on delete cascade,
  foreign key (promoter_id, event_id, gate_id) references gates (promoter_id, event_id, id) on delete cascade
);
create index door_pairing_gates_of_event on door_pairing_gates (promoter_id, pairing_id, event_id);
create index door_pairing_gates_of_gate on door_pairing_gates (promoter_id, event_id, gate_id);

-- A device belongs to an account or to a pairing.
alter table door_devices
  add column pairing_id uuid,
  -- Battery charge in percent at the last sync; null if the browser doesn't report it.
  add column battery smallint check (battery between 0 and 100),
  add check (account_id is null or pairing_id is null),
  add foreign key (promoter_id, pairing_id) references door_pairings (promoter_id, id);
create index door_devices_of_pairing on door_devices (promoter_id, pairing_id) where pairing_id is not null;
