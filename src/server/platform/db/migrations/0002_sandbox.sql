-- Tables of the sandbox payment provider. They are separate from Foyer's, because the sandbox behaves like a remote
-- provider.
create schema sandbox;

create table sandbox.intents (
  id text primary key,
  idempotency_key text not null unique,
  client_secret text not null,
  amount_cents bigint not null check (amount_cents > 0),
  currency text not null,
  metadata jsonb not null default '{}',
  status text not null check (status in ('open', 'requires_action', 'processing', 'succeeded', 'cancelled', 'refunded')),
  settles_at timestamptz,
  -- Reason why the last attempt failed.
  decline text,
  created_at timestamptz not null
);
create index intents_settling on sandbox.intents (settles_at) where status = 'processing';

create table sandbox.events (
  id text primary key,
  intent_id text not null references sandbox.intents (id),
  type text not null,
  payload jsonb not null,
  deliver_at timestamptz not null,
  delivered_at timestamptz
);
create index events_waiting on sandbox.events (deliver_at) where delivered_at is null;
