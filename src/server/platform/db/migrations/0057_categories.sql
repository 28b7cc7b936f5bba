-- Category (`model/catalog/categories.ts`) and the promoter's own tags. Visitors can filter and search by both.
alter table events
  add column category text check (category in ('music', 'club', 'festival', 'theatre', 'comedy', 'film', 'talk', 'workshop', 'food',
    'sport', 'family', 'other')),
  add column tags text[] not null default '{}' check (cardinality(tags) <= 10);

create or replace function event_find_text(event events, promoter_name text) returns text language sql immutable as $$
  select fold_text(concat_ws(' ', event.title, event.summary,
    (select string_agg(act ->> 'name', ' ') from jsonb_array_elements(event.line_up) act),
    event.category, array_to_string(event.tags, ' '), event.venue_name, event.city, event.country, promoter_name, event.description))
$$;

create or replace trigger keep_find_text before insert or update of title, summary, description, venue_name, city, country,
  promoter_id, line_up, category, tags on events for each row execute function keep_event_find_text();

-- Indexes for the options of the filters, which every event list shows.
create index events_by_category on events (category, ends_at) where status = 'published' and visibility = 'public';
create index events_by_currency on events (currency, ends_at) where status = 'published' and visibility = 'public';
create index ticket_types_free on ticket_types (event_id) where price_cents = 0 and active and not is_hidden;
