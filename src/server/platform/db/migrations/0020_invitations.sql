-- Invitations, former members, and versions for concurrent edits.

-- Version of the settings. It increments with each change; an edit names the version that it is based on.
alter table promoters add column version integer not null default 1;
alter table members add column version integer not null default 1;
alter table assignments
  add column version integer not null default 1,
  add unique (promoter_id, id);
alter table commission_rules
  add column version integer not null default 1,
  add unique (promoter_id, id);

create table invitations (
  id uuid primary key default gen_random_uuid(),
  promoter_id uuid not null references promoters (id),
  email text not null check (email = lower(email) and email <> ''),
  role text not null check (role in ('owner', 'manager', 'sales', 'door')),
  -- Round of the invitation. It increments when the invitation is sent again; links of earlier rounds are invalid.
  round integer not null default 1,
  invited_by uuid references accounts (id) on delete set null,
  created_at timestamptz not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by uuid references accounts (id) on delete set null,
  revoked_at timestamptz,
  unique (promoter_id, id),
  check (accepted_at is null or revoked_at is null)
);
-- An address has at most one open invitation per promoter.
create unique index one_open_invitation on invitations (promoter_id, email)
  where accepted_at is null and revoked_at is null;
create index invitations_of_promoter on invitations (promoter_id, created_at desc);

-- Hashes of the tokens in invitation links. An email that is composed twice has two valid tokens.
create table invitation_tokens (
  token_hash bytea primary key,
  promoter_id uuid not null,
  invitation_id uuid not null,
  round integer not null,
  foreign key (promoter_id, invitation_id) references invitations (promoter_id, id) on delete cascade
);
create index tokens_of_invitation on invitation_tokens (promoter_id, invitation_id);

-- Former members keep their earnings, which are paid out from here.
create table former_members (
  promoter_id uuid not null references promoters (id),
  account_id uuid not null references accounts (id) on delete cascade,
  role text not null check (role in ('owner', 'manager', 'sales', 'door')),
  removed_at timestamptz not null,
  primary key (promoter_id, account_id)
);
create index former_members_by_account on former_members (account_id);

-- Indexes for lists in the console.
create index payouts_of_promoter on payouts (promoter_id, requested_at desc, id desc);
create index earnings_of_promoter on earnings (promoter_id, created_at desc, id desc);
create index assignments_of_promoter on assignments (promoter_id, starts_at desc, id desc);
