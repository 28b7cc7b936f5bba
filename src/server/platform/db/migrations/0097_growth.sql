-- Lists of upcoming events start at the earliest event that isn't over, instead of reading all past events first
-- (docs/decisions/0088-growth.md).
create index events_running on events using gist (tstzrange(starts_at, ends_at)) where status <> 'draft';

-- Statistics on events per place. Without them, the planner expects few events, and reads all of them for a common
-- city.
create statistics events_place on (lower(venue_name || ' ' || city || ' ' || country)) from events;
analyze events;
