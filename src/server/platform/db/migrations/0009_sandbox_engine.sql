-- Extends the sandbox provider with fees, partial refunds, disputes and payees. Each refund of an intent is a row of
-- its own.
create table sandbox.refunds (
  id text primary key,
  key text not null unique,
  intent_id text not null references sandbox.intents (id),
  amount_cents bigint not null check (amount_cents > 0),
  status text not null check (status in ('pending', 'succeeded', 'failed')),
  metadata jsonb not null default '{}',
  -- Time and result of a delayed refund.
  settles_at timestamptz,
  settles_as text check (settles_as in ('succeeded', 'failed')),
  created_at timestamptz not null
);
create index refunds_of_intent on sandbox.refunds (intent_id, created_at);
create index refunds_settling on sandbox.refunds (settles_at) where settles_at is not null;

create table sandbox.disputes (
  id text primary key,
  intent_id text not null references sandbox.intents (id),
  amount_cents bigint not null check (amount_cents > 0),
  status text not null check (status in ('open', 'won', 'lost')),
  reason text not null,
  created_at timestamptz not null
);
create index disputes_of_intent on sandbox.disputes (intent_id);

insert into sandbox.refunds (id, key, intent_id, amount_cents, status, created_at)
select 're_' || id, 'refund:' || id, id, amount_cents, 'succeeded', created_at from sandbox.intents where status = 'refunded';

do $$
declare
  rule text;
begin
  select conname into strict rule from pg_constraint
  where conrelid = 'sandbox.intents'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%status%';
  execute format('alter table sandbox.intents drop constraint %I', rule);
end
$$;

alter table sandbox.intents
  -- Last digits of the card that was tried last; they determine the outcome.
  add column card text,
  -- The provider's fee; null until the payment has succeeded.
  add column fee_cents bigint check (fee_cents between 0 and amount_cents),
  -- Amount that was refunded, including pending refunds.
  add column refunded_cents bigint not null default 0 check (refunded_cents between 0 and amount_cents),
  add column descriptor text not null default '';

update sandbox.intents set status = 'succeeded', refunded_cents = amount_cents where status = 'refunded';
update sandbox.intents set fee_cents = least(amount_cents, (amount_cents * 150 + 5000) / 10000 + 25) where status = 'succeeded';

alter table sandbox.intents
  add check (status in ('open', 'requires_action', 'processing', 'succeeded', 'cancelled')),
  add check (refunded_cents = 0 or status = 'succeeded');

create table sandbox.payees (
  id text primary key,
  key text not null unique,
  email text not null,
  country text not null,
  name text not null,
  status text not null check (status in ('incomplete', 'checking', 'ready', 'refused')),
  -- Details that the payee has entered. The bank account determines whether payouts succeed.
  born_on date,
  bank_account text,
  settles_at timestamptz,
  created_at timestamptz not null,
  check (status in ('incomplete', 'refused') or (born_on is not null and bank_account is not null))
);
create index payees_settling on sandbox.payees (settles_at) where settles_at is not null;

create table sandbox.transfers (
  id text primary key,
  key text not null unique,
  payee_id text not null references sandbox.payees (id),
  amount_cents bigint not null check (amount_cents > 0),
  currency text not null,
  transfer_group text not null,
  metadata jsonb not null default '{}',
  created_at timestamptz not null
);
create index transfers_of_payee on sandbox.transfers (payee_id, created_at);

create table sandbox.payouts (
  id text primary key,
  key text not null unique,
  payee_id text not null references sandbox.payees (id),
  amount_cents bigint not null check (amount_cents > 0),
  currency text not null,
  status text not null check (status in ('sent', 'paid', 'failed')),
  reason text not null default '',
  metadata jsonb not null default '{}',
  settles_at timestamptz,
  created_at timestamptz not null
);
create index payouts_of_payee on sandbox.payouts (payee_id, created_at);
create index payouts_settling on sandbox.payouts (settles_at) where settles_at is not null;

-- An event is about one of these objects, which its payload names.
alter table sandbox.events alter column intent_id drop not null;
