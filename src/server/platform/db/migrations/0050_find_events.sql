-- Text by which visitors find events: title, summary, description, place and promoter, in lower case and without
-- accents. To search another field, add it to `event_find_text` and its column to the trigger below. The console still
-- uses `search_text`.
create function fold_text(given text) returns text language sql immutable parallel safe as $$
  select lower(regexp_replace(normalize(given, NFKD), U&'[\0300-\036F]', '', 'g'))
$$;

alter table events add column find_text text not null default '';

create function event_find_text(event events, promoter_name text) returns text language sql immutable as $$
  select fold_text(concat_ws(' ', event.title, event.summary, event.venue_name, event.city, event.country, promoter_name,
    event.description))
$$;

create function keep_event_find_text() returns trigger language plpgsql as $$
begin
  new.find_text := event_find_text(new, (select name from promoters where id = new.promoter_id));
  return new;
end
$$;
create trigger keep_find_text before insert or update of title, summary, description, venue_name, city, country, promoter_id
  on events for each row execute function keep_event_find_text();

create function keep_promoter_find_text() returns trigger language plpgsql as $$
begin
  update events e set find_text = event_find_text(e, new.name) where e.promoter_id = new.id;
  return null;
end
$$;
create trigger keep_find_text after update of name on promoters for each row
  when (old.name is distinct from new.name) execute function keep_promoter_find_text();

update events e set find_text = event_find_text(e, p.name) from promoters p where p.id = e.promoter_id;

create index events_find on events using gin (find_text gin_trgm_ops);
