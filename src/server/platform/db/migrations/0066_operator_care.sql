-- Accounts that operators have locked. A separate table, because a column in `accounts` would change statements that
-- running nodes have prepared.
create table account_locks (
  account_id uuid primary key references accounts (id) on delete cascade,
  locked_at timestamptz not null,
  -- Operator who locked the account; null if that operator's account was deleted.
  locked_by uuid references accounts (id) on delete set null,
  reason text not null
);
create index account_locks_by on account_locks (locked_by) where locked_by is not null;

-- Scheduled removals of second factors, which operators make at the owner's request. The removal waits after the email
-- about it was sent, so that the owner can object.
create table factor_removals (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references accounts (id) on delete cascade,
  factor text not null check (factor in ('authenticator', 'passkeys')),
  requested_at timestamptz not null,
  requested_by uuid references accounts (id) on delete set null,
  ended_at timestamptz,
  outcome text check (outcome in ('removed', 'kept')),
  check ((ended_at is null) = (outcome is null))
);
create unique index factor_removals_open on factor_removals (account_id, factor) where ended_at is null;
create index factor_removals_by on factor_removals (requested_by) where requested_by is not null;

-- Link in the email about the removal of a factor, which cancels the removal.
alter table account_tokens drop constraint account_tokens_purpose_check;
alter table account_tokens add constraint account_tokens_purpose_check
  check (purpose in ('verify_email', 'reset_password', 'change_email', 'undo_email', 'keep_factors'));

-- Network of the session's last use, without its last digits; empty for earlier sessions.
alter table sessions add column network text not null default '';

-- Index for operators' searches by the beginning of an address or a name.
create index accounts_by_email_prefix on accounts (email text_pattern_ops);
create index accounts_by_first_name on accounts (lower(first_name) text_pattern_ops);
create index accounts_by_last_name on accounts (lower(last_name) text_pattern_ops);
create index operator_log_of_subject on operator_log (subject_id, id);

-- Running processes with the state of their jobs. Written every ten seconds; deleted when the process stops, or when it
-- wasn't seen for a day.
create table nodes (
  id uuid primary key,
  host text not null,
  pid integer not null,
  version text not null,
  started_at timestamptz not null,
  seen_at timestamptz not null,
  memory_bytes bigint not null,
  jobs jsonb not null
);

-- Indexes for the operators' page “Health”.
create index mails_waiting on mails (created_at) where done_at is null and dead_at is null;
create index webhook_endpoints_failing on webhook_endpoints (failing_since) where failing_since is not null or given_up_at is not null;
