-- Vouchers sold on storefronts (decision 85).

create table voucher_offers (
  promoter_id uuid primary key references promoters (id),
  is_active boolean not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- Fixed amounts, ascending.
  amounts_cents bigint[] not null check (cardinality(amounts_cents) <= 8 and array_position(amounts_cents, null) is null),
  -- Limits of an amount that the buyer chooses; null if only fixed amounts are sold.
  min_cents bigint check (min_cents > 0),
  max_cents bigint,
  text text not null default '' check (length(text) <= 2000),
  version integer not null default 1,
  constraint voucher_offer_bounds check ((min_cents is null) = (max_cents is null) and (max_cents is null or max_cents >= min_cents))
);

-- Sales of vouchers. Their orders have no order_items.
create table voucher_sales (
  order_id uuid primary key,
  promoter_id uuid not null,
  recipient_name text not null default '' check (length(recipient_name) <= 100),
  -- Address of the recipient; '' if the buyer gets the voucher.
  recipient_email text not null default '' check (length(recipient_email) <= 254),
  message text not null default '' check (length(message) <= 500),
  -- Delivery date to the recipient; null to deliver at once.
  deliver_at timestamptz,
  delivered_at timestamptz,
  -- The issued voucher; null until the order is paid.
  voucher_id uuid unique,
  foreign key (promoter_id, order_id) references orders (promoter_id, id),
  foreign key (promoter_id, voucher_id) references vouchers (promoter_id, id)
);
create index voucher_sales_to_deliver on voucher_sales (deliver_at)
  where voucher_id is not null and delivered_at is null and deliver_at is not null;

-- The constraint isn't validated, because all existing kinds are in the list.
alter table vouchers drop constraint vouchers_kind_check;
alter table vouchers
  add constraint vouchers_kind_check check (kind in ('gift', 'credit', 'sold')) not valid,
  add constraint sold_vouchers_are_paid_in check (kind <> 'sold' or paid_in) not valid;

-- Deletes the recipient's data when the buyer's account is deleted, or the buyer is removed from the order.
create function forget_voucher_recipient() returns trigger language plpgsql as $$
begin
  update voucher_sales set recipient_name = '', recipient_email = '', message = '' where order_id = new.id;
  return null;
end
$$;
create trigger forget_voucher_recipient after update of email on orders for each row
  when (old.email <> new.email and new.email like '%@account.invalid') execute function forget_voucher_recipient();

-- Footers link to the voucher page, so nodes cache with each site whether it has one.
create trigger tell_inserts after insert on voucher_offers referencing new table as new_rows
  for each statement execute function tell_changes('foyer_sites', 'promoter_id');
create trigger tell_updates after update on voucher_offers referencing old table as old_rows new table as new_rows
  for each statement execute function tell_changes('foyer_sites', 'promoter_id');
