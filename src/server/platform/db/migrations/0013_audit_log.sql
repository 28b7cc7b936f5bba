-- Audit log: who changed what for a promoter, with the values before and after. Append-only.
create table audit_log (
  -- Position in the log, which increases in the order of insertion. Cursors contain it.
  id bigint generated always as identity primary key,
  promoter_id uuid not null references promoters (id),
  at timestamptz not null,
  -- Both null: changed by Foyer itself. Entries of a deleted account are kept without its name.
  account_id uuid references accounts (id) on delete set null,
  api_key_id uuid,
  -- Noun and verb, such as event.published.
  action text not null check (action ~ '^[a-z_]+\.[a-z_]+$'),
  subject_id text not null,
  -- Name of the subject at the time of the change.
  subject text not null default '',
  -- Changed fields only. `before` is null for a created subject, `after` for a deleted one.
  before jsonb,
  after jsonb
);
create index audit_log_of_promoter on audit_log (promoter_id, id desc);
create index audit_log_of_subject on audit_log (subject_id, id desc);
create index audit_log_of_account on audit_log (account_id) where account_id is not null;

create function audit_log_stays() returns trigger language plpgsql as $$
begin
  -- Allows the update that deleting an account makes.
  if tg_op = 'UPDATE' and new.account_id is null and to_jsonb(new) - 'account_id' = to_jsonb(old) - 'account_id' then
    return new;
  end if;
  raise exception 'the audit log is append-only' using errcode = 'restrict_violation';
end
$$;
create trigger audit_log_stays before update or delete on audit_log
  for each row execute function audit_log_stays();
