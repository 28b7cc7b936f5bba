-- Promo codes that were generated or imported together, so that they can be found and exported.
create table promo_batches (
  -- Chosen by the client, so that a repeated request creates the codes once.
  id uuid primary key,
  promoter_id uuid not null references promoters (id),
  name text not null check (name <> ''),
  created_at timestamptz not null,
  unique (promoter_id, id)
);
create index promo_batches_of_promoter on promo_batches (promoter_id, created_at desc);

alter table promo_codes
  add column version integer not null default 1,
  add column created_at timestamptz not null default now(),
  add column batch_id uuid,
  add foreign key (promoter_id, batch_id) references promo_batches (promoter_id, id);
create index promo_codes_in_console on promo_codes (promoter_id, created_at desc, id);
create index promo_codes_of_batch on promo_codes (batch_id) where batch_id is not null;

alter table fee_configurations add column version integer not null default 1;
alter table tax_rates add column version integer not null default 1;
-- Version of the tax settings: whether prices include taxes, and how taxes are rounded.
alter table promoters add column taxes_version integer not null default 1;
