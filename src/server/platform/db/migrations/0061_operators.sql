-- Accounts of operators, who run the platform.
create table operators (
  account_id uuid primary key references accounts (id) on delete cascade,
  created_at timestamptz not null
);

-- Links that add the first operator. Using one deletes all of them.
create table operator_links (
  token_hash bytea primary key,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

-- Log of operators' actions, and of changes of operators by commands. Append-only.
create table operator_log (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  -- Operator who acted; null for a command on the server or a deleted account.
  account_id uuid references accounts (id) on delete set null,
  -- Noun and verb, such as operator.added.
  action text not null check (action ~ '^[a-z_]+\.[a-z_]+$'),
  subject_id text not null,
  -- The subject's name at that time; empty for accounts, whose names are personal data.
  subject text not null default '',
  before jsonb,
  after jsonb
);
create index operator_log_of_account on operator_log (account_id) where account_id is not null;
create trigger operator_log_stays before update or delete on operator_log
  for each row execute function audit_log_stays();
