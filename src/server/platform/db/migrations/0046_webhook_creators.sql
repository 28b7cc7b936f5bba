-- Who made an endpoint, last changed its address or switched it on again; null where that isn't known any more, or never was.
alter table webhook_endpoints
  add column created_by uuid references accounts (id) on delete set null,
  -- Why Foyer switched it off, where it wasn't for failing.
  add column off_reason text check (off_reason in ('creator_left'));
create index webhook_endpoints_of_account on webhook_endpoints (created_by) where created_by is not null;
