-- The platform's share of an order; set by operators only. Each change is another row. Of the rows in effect, the one
-- with the latest `effective_from` applies; of several with the same time, the last one. Rows without a promoter are
-- the default terms.
create table platform_terms (
  id bigint generated always as identity primary key,
  promoter_id uuid references promoters (id),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- If true, the default terms apply to the promoter from then on, and the amounts below are ignored.
  follows_default boolean not null default false,
  ticket_base_cents bigint not null check (ticket_base_cents >= 0),
  ticket_basis_points integer not null check (ticket_basis_points between 0 and 10000),
  -- Minimum share per paid ticket.
  ticket_minimum_cents bigint not null check (ticket_minimum_cents >= 0),
  order_base_cents bigint not null check (order_base_cents >= 0),
  order_basis_points integer not null check (order_basis_points between 0 and 10000),
  -- Who pays the payment provider's fee.
  processing_fee_paid_by text not null check (processing_fee_paid_by in ('platform', 'promoter')),
  taxes_remitted_by text not null check (taxes_remitted_by in ('promoter', 'platform')),
  effective_from timestamptz not null,
  created_at timestamptz not null,
  -- Operator who made the change; null for rows of this migration, and for a deleted account.
  created_by uuid references accounts (id) on delete set null,
  check (promoter_id is not null or not follows_default)
);
create index platform_terms_in_effect on platform_terms (promoter_id, currency, effective_from desc, id desc);
create index platform_terms_of_account on platform_terms (created_by) where created_by is not null;

create function platform_terms_stay() returns trigger language plpgsql as $$
begin
  -- Allows the update that deleting an account makes.
  if tg_op = 'UPDATE' and new.created_by is null and to_jsonb(new) - 'created_by' = to_jsonb(old) - 'created_by' then
    return new;
  end if;
  raise exception 'platform terms are append-only' using errcode = 'restrict_violation';
end
$$;
create trigger platform_terms_stay before update or delete on platform_terms
  for each row execute function platform_terms_stay();

-- Before this migration, the platform's share was the fees that buyers paid.
insert into platform_terms (currency, ticket_base_cents, ticket_basis_points, ticket_minimum_cents, order_base_cents, order_basis_points,
  processing_fee_paid_by, taxes_remitted_by, effective_from, created_at)
select currency, ticket_base_cents, ticket_basis_points, 0, order_base_cents, order_basis_points, 'platform', 'promoter', 'epoch', now()
from fee_configurations where promoter_id is null and event_id is null
order by currency;

-- Terms from which the order's share was computed. Null if there are none in its currency, if the order has no share
-- (paid outside the provider), or if an earlier version inserted it, whose share was the buyers' fees. Not a foreign
-- key, which would lock the same few rows for every order; terms are never deleted.
alter table orders add column terms_id bigint;

-- Negative if the buyer's fees exceed the share; the promoter then keeps the difference. Added to the buyer's fees,
-- this is the platform's share.
alter table orders drop constraint orders_absorbed_fees_cents_check,
  add constraint share_is_not_negative check (ticket_fees_cents + order_fees_cents + absorbed_fees_cents >= 0) not valid;
alter table order_items drop constraint order_items_absorbed_fee_cents_check,
  add constraint share_is_not_negative check (ticket_fee_cents + absorbed_fee_cents >= 0) not valid;
alter table refunds drop constraint refunds_absorbed_fees_cents_check,
  add constraint share_is_not_negative check (fees_cents + absorbed_fees_cents >= 0) not valid;

-- Taxes that the platform remits. A dispute deducts its taxes from the same account, and returns them when it is won.
alter table ledger_entries drop constraint ledger_entries_account_check;
alter table ledger_entries add constraint ledger_entries_account_check check (
  account in ('buyer', 'promoter', 'taxes', 'platform_taxes', 'platform_fees', 'processor', 'member_earnings', 'payouts', 'outside')
) not valid;
alter table disputes add column platform_taxes_cents bigint not null default 0 check (platform_taxes_cents between 0 and amount_cents);
