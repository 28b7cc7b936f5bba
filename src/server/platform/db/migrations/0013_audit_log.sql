-- Who changed what for a promoter, with what it was before and is after. Nobody edits the log, not even Foyer.
create table audit_log (
  -- Counts up: the order in which things were written, and the cursor of its pages.
  id bigint generated always as identity primary key,
  promoter_id uuid not null references promoters (id),
  at timestamptz not null,
  -- Both null: Foyer itself. An account that is deleted leaves its entries, without its name.
  account_id uuid references accounts (id) on delete set null,
  api_key_id uuid,
  -- noun.verb, as event.published.
  action text not null check (action ~ '^[a-z_]+\.[a-z_]+$'),
  subject_id text not null,
  -- What to call the subject, as it was called then.
  subject text not null default '',
  -- Only what is different; null where there was nothing before, or is nothing after.
  before jsonb,
  after jsonb
);
create index audit_log_of_promoter on audit_log (promoter_id, id desc);
create index audit_log_of_subject on audit_log (subject_id, id desc);
create index audit_log_of_account on audit_log (account_id) where account_id is not null;

create function audit_log_stays() returns trigger language plpgsql as $$
begin
  -- What deleting an account does to its entries.
  if tg_op = 'UPDATE' and new.account_id is null and to_jsonb(new) - 'account_id' = to_jsonb(old) - 'account_id' then
    return new;
  end if;
  raise exception 'the audit log is append-only' using errcode = 'restrict_violation';
end
$$;
create trigger audit_log_stays before update or delete on audit_log
  for each row execute function audit_log_stays();
