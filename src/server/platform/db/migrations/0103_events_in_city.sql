-- Event pages of the main site list other promoters' next events in the same city without sorting all upcoming events (docs/decisions/0088-growth.md).
create index events_in_city on events (city, starts_at, id) where status = 'published' and visibility = 'public';
