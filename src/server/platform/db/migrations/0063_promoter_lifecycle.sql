-- Status of promoters (`model/people/promoter-status.ts`). `status_reason`: the operator's message about the last
-- change.
alter table promoters
  add column status text not null default 'active' check (status in ('pending', 'active', 'suspended', 'rejected')),
  add column status_reason text not null default '',
  add column status_changed_at timestamptz;
-- An index with few rows, so that lists of events can exclude these promoters at no cost.
create index promoters_not_active on promoters (id) where status <> 'active';

-- Storefronts and the lists of the main site depend on the status.
create function tell_promoter_status() returns trigger language plpgsql as $$
begin
  perform pg_notify('foyer_sites', new.id::text);
  return null;
end
$$;
create trigger tell_status after update of status on promoters for each row
  when (old.status is distinct from new.status) execute function tell_promoter_status();

-- One row. `registration` is null until an operator chooses a mode; the default is in `server/people/registration`.
create table platform_settings (
  id boolean primary key default true check (id),
  registration text check (registration in ('open', 'approval', 'invitation', 'closed')),
  single_promoter boolean not null default false,
  version integer not null default 0
);
insert into platform_settings default values;
create function tell_platform_settings() returns trigger language plpgsql as $$
begin
  -- An empty payload stands for the pages of all sites.
  perform pg_notify('foyer_sites', '');
  return null;
end
$$;
create trigger tell_settings after update on platform_settings for each row execute function tell_platform_settings();

-- Operators' invitations to create a promoter, usable once by the account that has verified the address. `promoter_id`
-- is the created promoter.
create table promoter_invitations (
  id uuid primary key,
  email text not null,
  invited_by uuid references accounts (id) on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  used_at timestamptz,
  promoter_id uuid references promoters (id) on delete set null
);
create unique index promoter_invitations_once on promoter_invitations (email) where used_at is null and revoked_at is null;
create index promoter_invitations_of_account on promoter_invitations (invited_by) where invited_by is not null;
create index promoter_invitations_of_promoter on promoter_invitations (promoter_id) where promoter_id is not null;

-- Operators' notes about a promoter. Append-only, and never shown to the promoter.
create table promoter_notes (
  id bigint generated always as identity primary key,
  promoter_id uuid not null references promoters (id) on delete cascade,
  account_id uuid references accounts (id) on delete set null,
  at timestamptz not null,
  text text not null
);
create index promoter_notes_of_promoter on promoter_notes (promoter_id, id desc);
create index promoter_notes_of_account on promoter_notes (account_id) where account_id is not null;
create trigger promoter_notes_stay before update or delete on promoter_notes
  for each row execute function audit_log_stays();

-- Sessions in which an operator acts for a promoter, until `ends_at` or until they are ended.
create table support_sessions (
  id uuid primary key,
  promoter_id uuid not null references promoters (id),
  account_id uuid references accounts (id) on delete set null,
  reason text not null,
  started_at timestamptz not null,
  ends_at timestamptz not null,
  ended_at timestamptz,
  unique (promoter_id, id)
);
create unique index support_sessions_one_open on support_sessions (account_id) where ended_at is null;
create index support_sessions_of_account on support_sessions (account_id) where account_id is not null;

-- `by_operator`: decisions about the promoter, and changes made while acting for it; the latter also have the support
-- session.
alter table audit_log
  add column by_operator boolean not null default false,
  add column support_session_id uuid,
  add foreign key (promoter_id, support_session_id) references support_sessions (promoter_id, id);

-- Promoter that a change was about. Not a foreign key, so that entries outlive the promoter.
alter table operator_log add column promoter_id uuid;
create index operator_log_of_promoter on operator_log (promoter_id, id desc) where promoter_id is not null;
