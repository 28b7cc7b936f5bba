-- Lists of upcoming events begin at the earliest one that isn't over, instead of reading all past events first (docs/decisions/0088-growth.md).
create index events_running on events using gist (tstzrange(starts_at, ends_at)) where status <> 'draft';

-- How many events match a place: without it, the planner expects few, and reads all events for a common city.
create statistics events_place on (lower(venue_name || ' ' || city || ' ' || country)) from events;
analyze events;
