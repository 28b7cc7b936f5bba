-- Poster, gallery (both as in `model/catalog/event-images.ts`) and video link of an event.
alter table events
  add column poster jsonb,
  add column gallery jsonb not null default '[]'
    check (case when jsonb_typeof(gallery) = 'array' then jsonb_array_length(gallery) <= 20 end),
  add column video_url text not null default '';
