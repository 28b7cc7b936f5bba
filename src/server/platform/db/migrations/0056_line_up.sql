-- The line-up, in the promoter's order: [{name, day, time, link}] (`model/catalog/line-up/line-up.ts`). Visitors can search the
-- names.
alter table events add column line_up jsonb not null default '[]'
  check (case when jsonb_typeof(line_up) = 'array' then jsonb_array_length(line_up) <= 50 end);

create or replace function event_find_text(event events, promoter_name text) returns text language sql immutable as $$
  select fold_text(concat_ws(' ', event.title, event.summary,
    (select string_agg(act ->> 'name', ' ') from jsonb_array_elements(event.line_up) act),
    event.venue_name, event.city, event.country, promoter_name, event.description))
$$;

create or replace trigger keep_find_text before insert or update of title, summary, description, venue_name, city, country,
  promoter_id, line_up on events for each row execute function keep_event_find_text();
