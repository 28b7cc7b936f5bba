-- Accounts can create promoters. A repeated request with the same idempotency key returns the existing promoter.
alter table promoters
  add column currency text not null default 'EUR' check (currency ~ '^[A-Z]{3}$'),
  add column country text not null default '',
  add column opened_by uuid references accounts (id) on delete set null,
  add column opening_key text,
  add column checklist_closed_at timestamptz,
  add constraint promoters_opened_once unique (opened_by, opening_key);

alter table events
  add column version integer not null default 1,
  -- `unlisted`: only people with the URL find the event. `code`: tickets are shown once the access code is entered.
  add column visibility text not null default 'public' check (visibility in ('public', 'unlisted', 'code')),
  add column access_code text not null default '',
  -- The cover in several widths: [{url, width}], the widest last. `cover_url` is the widest one.
  add column cover_sources jsonb not null default '[]',
  -- Focal point, which stays visible when the cover is cropped; in percent from the left and the top.
  add column cover_focus_x smallint not null default 50 check (cover_focus_x between 0 and 100),
  add column cover_focus_y smallint not null default 50 check (cover_focus_y between 0 and 100),
  -- Events that were created together.
  add column series_id uuid,
  add column published_at timestamptz,
  add column cancelled_at timestamptz,
  add column cancel_note text not null default '',
  add column cancel_refunds boolean not null default false,
  -- Unpublished changes of a published event, which visitors don't see. Null without changes.
  add column changes jsonb,
  add constraint code_where_it_is_asked check (visibility <> 'code' or access_code <> '' or status = 'draft');
update events set published_at = created_at where status <> 'draft';
create index events_of_series on events (series_id) where series_id is not null;
create index events_in_console on events (promoter_id, starts_at, id);

-- Images that an event uses, including its unpublished changes. A file is kept while a row refers to it.
create table event_pictures (
  promoter_id uuid not null,
  event_id uuid not null,
  url text not null,
  primary key (event_id, url),
  foreign key (promoter_id, event_id) references events (promoter_id, id) on delete cascade
);
create index event_pictures_by_url on event_pictures (url);

-- Orders of a cancelled event to notify and refund. Inserted with the cancellation and processed by a job.
create table cancelled_orders (
  event_id uuid not null,
  order_id uuid not null,
  promoter_id uuid not null,
  -- The refund; null if there is nothing to refund.
  refund_id uuid,
  done_at timestamptz,
  primary key (event_id, order_id),
  foreign key (promoter_id, event_id) references events (promoter_id, id),
  foreign key (promoter_id, order_id) references orders (promoter_id, id),
  foreign key (promoter_id, refund_id) references refunds (promoter_id, id)
);
create index cancelled_orders_waiting on cancelled_orders (event_id, order_id) where done_at is null;
create index cancelled_orders_of_order on cancelled_orders (order_id);
create index events_cancelled_lately on events (cancelled_at) where cancelled_at is not null;
