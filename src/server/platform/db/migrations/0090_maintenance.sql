-- Maintenance mode of the whole installation, in which visitors see a notice instead of pages. Null while it is off.
alter table platform_settings
  add column maintenance_since timestamptz,
  -- Expected end; null if it isn't known.
  add column maintenance_until timestamptz,
  add column maintenance_message text not null default '' check (length(maintenance_message) <= 300);
