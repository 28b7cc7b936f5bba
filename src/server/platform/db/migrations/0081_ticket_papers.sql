-- True to attach tickets as PDF to emails.
alter table promoters add column attaches_tickets boolean not null default true;

-- Tickets that were added to Apple Wallet or Google Wallet. A pass belongs to one generation of a ticket; a new code
-- voids it.
create table wallet_passes (
  ticket_id uuid not null,
  generation integer not null,
  promoter_id uuid not null,
  event_id uuid not null,
  -- Fingerprint of the pass's content at changed_at.
  fingerprint text not null,
  changed_at timestamptz not null,
  created_at timestamptz not null,
  -- Whether the pass is in Google Wallet, and when its next update is due; null if Google has the latest version.
  is_in_google boolean not null default false,
  google_due_at timestamptz,
  google_failures integer not null default 0,
  primary key (ticket_id, generation),
  unique (promoter_id, ticket_id, generation),
  foreign key (promoter_id, event_id) references events (promoter_id, id) on delete cascade
);
create index wallet_passes_of_event on wallet_passes (promoter_id, event_id);

create index wallet_passes_google_due on wallet_passes (google_due_at) where google_due_at is not null;

-- Devices that have an Apple Wallet pass and are notified of its changes.
create table wallet_devices (
  device_id text not null check (length(device_id) between 1 and 200),
  ticket_id uuid not null,
  generation integer not null,
  promoter_id uuid not null,
  push_token text not null check (length(push_token) between 1 and 200),
  -- Time at which the next push is due; null if the device has been notified of all changes.
  push_due_at timestamptz,
  push_failures integer not null default 0,
  created_at timestamptz not null,
  primary key (device_id, ticket_id, generation),
  foreign key (promoter_id, ticket_id, generation) references wallet_passes (promoter_id, ticket_id, generation) on delete cascade
);
create index wallet_devices_of_pass on wallet_devices (promoter_id, ticket_id, generation);
create index wallet_devices_due on wallet_devices (push_due_at) where push_due_at is not null;
