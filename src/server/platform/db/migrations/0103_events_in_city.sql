-- Event pages of the main site list the next events of other promoters in the same city. The index avoids sorting all
-- upcoming events (docs/decisions/0088-growth.md).
create index events_in_city on events (city, starts_at, id) where status = 'published' and visibility = 'public';
