-- Maintenance of the whole install: visitors get a notice instead of pages. Null while there is none.
alter table platform_settings
  add column maintenance_since timestamptz,
  -- When it is expected to end; null if it isn't known.
  add column maintenance_until timestamptz,
  add column maintenance_message text not null default '' check (length(maintenance_message) <= 300);
