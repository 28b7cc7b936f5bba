-- Vouchers (decision 76).

create table vouchers (
  id uuid primary key,
  promoter_id uuid not null references promoters (id),
  kind text not null check (kind in ('gift', 'credit')),
  -- If true, the platform has the voucher's money, and the promoter gets it at redemption. If false, the promoter gave
  -- the voucher out.
  paid_in boolean not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  status text not null default 'active' check (status in ('active', 'expired', 'void')),
  -- SHA-256 of the code.
  code_hash bytea not null check (length(code_hash) = 32),
  -- Code of the voucher, encrypted.
  code text not null,
  code_end text not null check (length(code_end) = 4),
  -- Amount when it was issued.
  amount_cents bigint not null check (amount_cents > 0),
  -- Sum of the voucher's ledger entries, maintained by a trigger.
  balance_cents bigint not null default 0,
  expires_at timestamptz not null,
  recipient text not null default '' check (length(recipient) <= 200),
  note text not null default '' check (length(note) <= 500),
  -- Return that a credit voucher was issued for.
  refund_id uuid unique,
  created_at timestamptz not null,
  constraint voucher_not_overdrawn check (balance_cents >= 0),
  check ((kind = 'credit') = (refund_id is not null)),
  unique (promoter_id, id),
  unique (promoter_id, code_hash),
  foreign key (promoter_id, refund_id) references refunds (promoter_id, id)
);
create index vouchers_newest on vouchers (promoter_id, created_at desc, id desc);
create index vouchers_by_expiry on vouchers (expires_at) where status = 'active' and balance_cents > 0;

-- Vouchers that pay an order, in the order in which they are used. Pending orders reserve the amounts.
create table order_vouchers (
  order_id uuid not null,
  voucher_id uuid not null,
  promoter_id uuid not null,
  position smallint not null,
  amount_cents bigint not null check (amount_cents > 0),
  -- Part of the amount that refunds have credited to the voucher.
  returned_cents bigint not null default 0,
  primary key (order_id, voucher_id),
  unique (order_id, position),
  constraint voucher_returned_once check (returned_cents between 0 and amount_cents),
  foreign key (promoter_id, order_id) references orders (promoter_id, id),
  foreign key (promoter_id, voucher_id) references vouchers (promoter_id, id)
);
create index order_vouchers_of_voucher on order_vouchers (promoter_id, voucher_id);

-- Part of the total that vouchers pay.
alter table orders add column voucher_cents bigint not null default 0;
alter table orders add constraint vouchers_within_total check (voucher_cents between 0 and total_cents) not valid;

-- Parts of a refund that are credited to the order's vouchers, and to a new one.
alter table refunds add column voucher_cents bigint not null default 0, add column credit_cents bigint not null default 0;
alter table refunds add constraint vouchers_within_refund check (
  voucher_cents >= 0 and credit_cents >= 0 and voucher_cents + credit_cents <= amount_cents) not valid;

-- How returns are refunded, and whether a refund as a voucher has no deduction.
alter table events
  add column return_as text not null default 'money' check (return_as in ('money', 'voucher', 'choice')),
  add column voucher_in_full boolean not null default false;
alter table order_return_rules
  add column return_as text not null default 'money' check (return_as in ('money', 'voucher', 'choice')),
  add column voucher_in_full boolean not null default false;

alter table ledger_transactions drop constraint ledger_transactions_kind_check;
-- The constraint isn't validated, because all existing kinds are in the list.
alter table ledger_transactions add constraint ledger_transactions_kind_check check (
  kind in ('sale', 'processing_fee', 'refund', 'refund_failed', 'dispute', 'dispute_won', 'commission', 'payout', 'payout_failed',
    'settlement', 'settlement_failed', 'adjustment', 'voucher_issued', 'voucher_voided', 'voucher_expired')
) not valid;

-- vouchers: balances of vouchers. voucher_grants: vouchers that the promoter gave out without payment; negative.
alter table ledger_entries drop constraint ledger_entries_account_check;
alter table ledger_entries
  add column voucher_id uuid,
  add constraint ledger_entries_account_check check (
    account in ('buyer', 'promoter', 'taxes', 'platform_taxes', 'platform_fees', 'processor', 'member_earnings', 'payouts', 'outside',
      'vouchers', 'voucher_grants')
  ) not valid,
  add constraint entries_of_vouchers check ((account = 'vouchers') = (voucher_id is not null)) not valid,
  add constraint ledger_entries_voucher_fkey foreign key (promoter_id, voucher_id) references vouchers (promoter_id, id) not valid;

create function add_to_voucher() returns trigger language plpgsql as $$
begin
  update vouchers set balance_cents = balance_cents + new.amount_cents
  where id = new.voucher_id and promoter_id = new.promoter_id and currency = new.currency;
  if not found then
    raise exception 'a voucher''s entries have its currency' using errcode = 'check_violation', constraint = 'voucher_of_one_currency';
  end if;
  return null;
end
$$;
create trigger add_to_voucher after insert on ledger_entries for each row
  when (new.voucher_id is not null) execute function add_to_voucher();
