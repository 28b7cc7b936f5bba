-- Branding and contact of the main site, set by operators. One row; with version 0, the defaults apply.
create table main_site (
  is_only boolean primary key default true check (is_only),
  site_name text not null default '',
  logo_url text not null default '',
  favicon_url text not null default '',
  primary_color text not null default '',
  secondary_color text not null default '',
  -- If empty, no contact is shown, and replies to the main site's emails go to the sender.
  contact_email text not null default '',
  version integer not null default 0,
  updated_at timestamptz,
  check (version = 0 or (site_name <> '' and primary_color <> '' and secondary_color <> ''))
);
insert into main_site default values;

create function tell_main_site() returns trigger language plpgsql as $$
begin
  -- An empty payload stands for the pages of all sites.
  perform pg_notify('foyer_sites', '');
  return null;
end
$$;
create trigger tell_main_site after update on main_site for each row execute function tell_main_site();

-- Events that operators have removed from the main site's lists. The promoter's storefront still shows them.
create table main_site_exclusions (
  event_id uuid primary key,
  promoter_id uuid not null,
  -- Reason given by the operator, shown to the promoter.
  reason text not null check (reason <> ''),
  excluded_at timestamptz not null,
  foreign key (promoter_id, event_id) references events (promoter_id, id) on delete cascade
);
create index main_site_exclusions_of_promoter on main_site_exclusions (promoter_id);
create trigger tell_inserts after insert on main_site_exclusions referencing new table as new_rows
  for each statement execute function tell_changes('foyer_changes', 'promoter_id');
create trigger tell_deletes after delete on main_site_exclusions referencing old table as old_rows
  for each statement execute function tell_changes('foyer_changes', 'promoter_id');
