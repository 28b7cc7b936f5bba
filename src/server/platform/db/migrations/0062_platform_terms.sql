-- What the platform takes of an order; set by operators only. A change is another row: of the rows in effect, the one with the latest
-- `effective_from` applies, and of those with the same, the last one. Rows without a promoter are the default.
create table platform_terms (
  id bigint generated always as identity primary key,
  promoter_id uuid references promoters (id),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- From then on the promoter has the default terms again, and the amounts below don't apply.
  follows_default boolean not null default false,
  ticket_base_cents bigint not null check (ticket_base_cents >= 0),
  ticket_basis_points integer not null check (ticket_basis_points between 0 and 10000),
  -- The least share of a ticket that isn't free.
  ticket_minimum_cents bigint not null check (ticket_minimum_cents >= 0),
  order_base_cents bigint not null check (order_base_cents >= 0),
  order_basis_points integer not null check (order_basis_points between 0 and 10000),
  -- Who bears the payment provider's fee.
  processing_fee_paid_by text not null check (processing_fee_paid_by in ('platform', 'promoter')),
  taxes_remitted_by text not null check (taxes_remitted_by in ('promoter', 'platform')),
  effective_from timestamptz not null,
  created_at timestamptz not null,
  -- Null: this migration, or an account deleted since.
  created_by uuid references accounts (id) on delete set null,
  check (promoter_id is not null or not follows_default)
);
create index platform_terms_in_effect on platform_terms (promoter_id, currency, effective_from desc, id desc);
create index platform_terms_of_account on platform_terms (created_by) where created_by is not null;

create function platform_terms_stay() returns trigger language plpgsql as $$
begin
  -- What deleting an account does to its rows.
  if tg_op = 'UPDATE' and new.created_by is null and to_jsonb(new) - 'created_by' = to_jsonb(old) - 'created_by' then
    return new;
  end if;
  raise exception 'platform terms are append-only' using errcode = 'restrict_violation';
end
$$;
create trigger platform_terms_stay before update or delete on platform_terms
  for each row execute function platform_terms_stay();

-- Until now, fee configurations were both what buyers paid and what the platform took.
insert into platform_terms (currency, ticket_base_cents, ticket_basis_points, ticket_minimum_cents, order_base_cents, order_basis_points,
  processing_fee_paid_by, taxes_remitted_by, effective_from, created_at)
select currency, ticket_base_cents, ticket_basis_points, 0, order_base_cents, order_basis_points, 'platform', 'promoter', 'epoch', now()
from fee_configurations where promoter_id is null and event_id is null
order by currency;

-- The terms by which the order's share was computed. Null: none in its currency, no share (orders outside of the provider), or inserted by
-- an earlier version, which took the fees that the promoter had set. Not a foreign key, which would lock the same few rows for every order;
-- terms are never deleted.
alter table orders add column terms_id bigint;

-- Negative when the buyer is charged more than the share, and the promoter keeps the difference. Together with the charged fees, they are
-- the platform's share.
alter table orders drop constraint orders_absorbed_fees_cents_check,
  add constraint share_is_not_negative check (ticket_fees_cents + order_fees_cents + absorbed_fees_cents >= 0) not valid;
alter table order_items drop constraint order_items_absorbed_fee_cents_check,
  add constraint share_is_not_negative check (ticket_fee_cents + absorbed_fee_cents >= 0) not valid;
alter table refunds drop constraint refunds_absorbed_fees_cents_check,
  add constraint share_is_not_negative check (fees_cents + absorbed_fees_cents >= 0) not valid;

-- Taxes that the platform remits. Those of a dispute are taken from the same account, and returned when it is won.
alter table ledger_entries drop constraint ledger_entries_account_check;
alter table ledger_entries add constraint ledger_entries_account_check check (
  account in ('buyer', 'promoter', 'taxes', 'platform_taxes', 'platform_fees', 'processor', 'member_earnings', 'payouts', 'outside')
) not valid;
alter table disputes add column platform_taxes_cents bigint not null default 0 check (platform_taxes_cents between 0 and amount_cents);
