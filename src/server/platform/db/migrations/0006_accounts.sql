-- Accounts are shared by all sites. An email address belongs to the account that has verified it. Several unverified
-- accounts can have the same address, so that registering doesn't reveal whether an address is known.
create table accounts (
  id uuid primary key default gen_random_uuid(),
  email text not null check (email = lower(email) and email <> ''),
  email_verified_at timestamptz,
  password_hash text not null,
  first_name text not null check (first_name <> ''),
  last_name text not null check (last_name <> ''),
  phone text not null default '',
  avatar_url text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index accounts_one_owner_per_email on accounts (email) where email_verified_at is not null;
create index accounts_unverified_by_email on accounts (email, created_at desc) where email_verified_at is null;
create index accounts_unverified_by_age on accounts (created_at) where email_verified_at is null;
create index accounts_by_avatar on accounts (avatar_url) where avatar_url <> '';

-- A sign-in in one browser, with all of its refresh tokens. Revoking the session invalidates them at once.
create table sessions (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references accounts (id) on delete cascade,
  user_agent text not null default '',
  -- Whether the sign-in used a second factor. A passkey counts as two factors.
  has_second_factor boolean not null default false,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index sessions_of_account on sessions (account_id, created_at desc);
create index sessions_by_expiry on sessions (expires_at);

-- Hashes of refresh tokens. Each token is used once. If a used token is presented again, it or its successor was
-- stolen.
create table refresh_tokens (
  token_hash bytea primary key,
  session_id uuid not null references sessions (id) on delete cascade,
  created_at timestamptz not null,
  used_at timestamptz
);
create index refresh_tokens_of_session on refresh_tokens (session_id);
create index refresh_tokens_by_age on refresh_tokens (created_at);

-- Tokens of emailed links: random, stored as hashes, single-use and expiring. `email` is the address that the link
-- verifies.
create table account_tokens (
  token_hash bytea primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  purpose text not null check (purpose in ('verify_email', 'reset_password', 'change_email')),
  email text not null check (email = lower(email) and email <> ''),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index account_tokens_of_account on account_tokens (account_id, purpose);
create index account_tokens_by_expiry on account_tokens (expires_at);

create table passkeys (
  credential_id text primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  -- Host on which the passkey was created. Browsers offer it on this host only.
  rp_id text not null,
  public_key bytea not null,
  counter bigint not null default 0,
  name text not null check (name <> ''),
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_of_account on passkeys (account_id, rp_id);

-- WebAuthn challenges. Each is used once.
create table passkey_challenges (
  challenge text primary key,
  account_id uuid references accounts (id) on delete cascade,
  host text not null,
  expires_at timestamptz not null
);
create index passkey_challenges_by_expiry on passkey_challenges (expires_at);

create table authenticators (
  account_id uuid primary key references accounts (id) on delete cascade,
  -- Secret of the authenticator app, in base32. Like `confirmed_at`, null until the first code of an authenticator was
  -- entered.
  secret text,
  confirmed_at timestamptz,
  -- Secret of an authenticator that is being set up. It replaces `secret` when its first code is entered.
  next_secret text,
  -- Time step of the last accepted code, so that no code is accepted twice.
  last_step bigint not null default 0,
  created_at timestamptz not null,
  check ((secret is null) = (confirmed_at is null))
);

create table recovery_codes (
  account_id uuid not null references accounts (id) on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (account_id, code_hash)
);

-- Accounts that work for a promoter.
create table members (
  promoter_id uuid not null references promoters (id),
  account_id uuid not null references accounts (id) on delete cascade,
  role text not null check (role in ('owner', 'manager', 'sales', 'door')),
  created_at timestamptz not null,
  primary key (promoter_id, account_id)
);
create index members_by_account on members (account_id);
alter table promoters add column requires_second_factor boolean not null default false;

-- Keys that sign access tokens, shared by all nodes. The newest key signs; all keys verify.
create table auth_keys (
  id uuid primary key default gen_random_uuid(),
  secret bytea not null check (length(secret) >= 32),
  created_at timestamptz not null default now()
);
insert into auth_keys (secret)
values (
  uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())
);

-- Counts of rate limits, written by rate-limiter-flexible. `expire` is in milliseconds since the epoch.
create table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limits_by_expiry on rate_limits (expire);

-- Account that owns the order. Null for guests' orders, which belong to the account that has verified their email
-- address. Orders stay when the account is deleted.
alter table orders add column account_id uuid references accounts (id) on delete set null;
create index orders_of_account on orders (account_id, created_at desc) where account_id is not null;
create index orders_of_email on orders (email, created_at desc);

-- Outbox of emails, written in the transaction of the change that they report. `fact` is unique, so that each change
-- sends one email.
create table mails (
  id uuid primary key default gen_random_uuid(),
  fact text not null unique,
  kind text not null,
  promoter_id uuid references promoters (id),
  -- Scheme, host and port of the site that links lead to; null for the promoter's own site.
  origin text,
  payload jsonb not null default '{}',
  created_at timestamptz not null,
  queued_at timestamptz,
  -- Time at which the email was sent, or at which there was nothing to send.
  done_at timestamptz,
  -- Time at which delivery was given up, because the mail server rejected the email permanently or all attempts failed.
  -- The email can be sent again.
  dead_at timestamptz,
  to_address text,
  subject text,
  last_error text
);
create index mails_dead on mails (dead_at) where dead_at is not null;
create index mails_to_queue on mails (created_at) where queued_at is null;
create index mails_by_age on mails (created_at);
-- Finds an account's emails, to export and delete them. Emails about orders are found by `fact`.
create index mails_of_account on mails ((payload ->> 'accountId')) where payload ->> 'accountId' is not null;
create index mails_asked_for on mails ((payload ->> 'email')) where payload ->> 'email' is not null;
create index mails_by_address on mails (to_address) where to_address is not null;
alter table sites add column sender_name text not null default '';
alter table sites add column reply_to text not null default '';

-- Emails with links are sent at once, because someone is waiting for them. Emails about orders are found by a job
-- instead, because transactions that call notify commit one after another, which would slow down orders.
create function tell_mails() returns trigger language plpgsql as $$
begin
  if exists (select from written where kind not like 'order\_%') then
    perform pg_notify('mails', '');
  end if;
  return null;
end
$$;
create trigger mails_told after insert on mails referencing new table as written
  for each statement execute function tell_mails();

-- Emails that weren't sent because no mail server is configured. They are shown at /dev/mailbox.
create table mailbox (
  mail_id uuid primary key references mails (id) on delete cascade,
  from_address text not null,
  to_address text not null,
  subject text not null,
  html text not null,
  text text not null,
  received_at timestamptz not null
);
create index mailbox_by_age on mailbox (received_at desc);
