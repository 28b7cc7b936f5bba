-- Account that created the endpoint, last changed its URL or turned it on again; null if unknown.
alter table webhook_endpoints
  add column created_by uuid references accounts (id) on delete set null,
  -- Why Foyer turned the endpoint off, other than failed deliveries.
  add column off_reason text check (off_reason in ('creator_left'));
create index webhook_endpoints_of_account on webhook_endpoints (created_by) where created_by is not null;
