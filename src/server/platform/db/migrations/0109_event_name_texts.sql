-- The text that misspelt words are compared with: `find_text` without the description, which is several times longer
-- and contains a similar word for nearly any word. To include another field, add it to `event_name_text`, and its
-- column to the trigger.
alter table events add column name_text text not null default '';

create function event_name_text(event events, promoter_name text) returns text language sql immutable as $$
  select fold_text(concat_ws(' ', event.title, event.summary,
    (select string_agg(act ->> 'name', ' ') from jsonb_array_elements(event.line_up) act),
    event.category, array_to_string(event.tags, ' '), event.venue_name, event.city, event.country, promoter_name))
$$;

create or replace function event_find_text(event events, promoter_name text) returns text language sql immutable as $$
  select event_name_text(event, promoter_name) || ' ' || fold_text(event.description)
$$;

create or replace function keep_event_find_text() returns trigger language plpgsql as $$
declare
  promoter_name text := (select name from promoters where id = new.promoter_id);
begin
  new.name_text := event_name_text(new, promoter_name);
  new.find_text := event_find_text(new, promoter_name);
  return new;
end
$$;

create or replace function keep_promoter_find_text() returns trigger language plpgsql as $$
begin
  update events e set name_text = event_name_text(e, new.name), find_text = event_find_text(e, new.name)
  where e.promoter_id = new.id;
  return null;
end
$$;

-- A job fills the column: rewriting all events here would make every page wait (`jobs/start-jobs.ts`).
create index events_without_name on events (id) where name_text = '';
create index events_name on events using gin (name_text gin_trgm_ops);
