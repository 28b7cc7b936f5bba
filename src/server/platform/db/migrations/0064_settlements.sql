-- Settlements: payouts to promoters (docs/settlements.md).

alter table ledger_transactions drop constraint ledger_transactions_kind_check;
-- The constraint isn't validated, because all existing kinds are in the list.
alter table ledger_transactions add constraint ledger_transactions_kind_check check (
  kind in ('sale', 'processing_fee', 'refund', 'refund_failed', 'dispute', 'dispute_won', 'commission', 'payout', 'payout_failed',
    'settlement', 'settlement_failed', 'adjustment')
) not valid;

-- Payout settings of a promoter. Inserted when first needed. Locking the row serialises the promoter's settlements.
create table settlement_settings (
  promoter_id uuid primary key references promoters (id),
  method text not null default 'none' check (method in ('provider', 'bank', 'none')),
  schedule text not null default 'after_event' check (schedule in ('after_event', 'weekly', 'on_request')),
  -- Number of days after the end of an order's last event until its amount is due.
  delay_days smallint not null default 3 check (delay_days between 0 and 365),
  -- ISO 8601 day of the week (1 is Monday) of the weekly schedule, in UTC.
  weekday smallint not null default 1 check (weekday between 1 and 7),
  -- Share of amounts not yet due that is available early.
  early_share_basis_points integer not null default 0 check (early_share_basis_points between 0 and 10000),
  -- Share of recent sales that is held for refunds and disputes.
  reserve_basis_points integer not null default 0 check (reserve_basis_points between 0 and 10000),
  reserve_days smallint not null default 30 check (reserve_days between 1 and 365),
  -- True while the promoter's settlements are on hold.
  is_held boolean not null default false,
  -- Reason of the hold, shown to the promoter.
  hold_reason text not null default '',
  -- Number of the promoter's next settlement.
  next_number integer not null default 1 check (next_number > 0),
  -- Time of the promoter's last scheduled run, or of the last change of the schedule.
  scheduled_at timestamptz,
  version integer not null default 1,
  updated_at timestamptz not null
);
create index settlement_settings_by_schedule on settlement_settings (scheduled_at nulls first)
  where method <> 'none' and schedule <> 'on_request' and not is_held;

create table settlements (
  id uuid primary key,
  promoter_id uuid not null references promoters (id),
  -- Number of the settlement's statement.
  number integer not null check (number > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  amount_cents bigint not null check (amount_cents > 0),
  -- Parts of the amount by ledger account.
  promoter_cents bigint not null check (promoter_cents >= 0),
  taxes_cents bigint not null check (taxes_cents >= 0),
  status text not null default 'open' check (status in ('open', 'sent', 'paid', 'failed', 'cancelled')),
  method text not null check (method in ('provider', 'bank')),
  provider text,
  payee_id text,
  -- Amount to transfer to the promoter's account at the provider; null until decided. Less than `amount_cents` if the account
  -- still holds money of a settlement that failed.
  transfer_cents bigint check (transfer_cents between 0 and amount_cents),
  transfer_id text,
  provider_payout_id text,
  -- Bank details at that time, and the exported file that contains the transfer.
  bank_account_id uuid,
  bank_file_id uuid,
  -- Owner who requested the settlement; null for scheduled settlements, API keys and deleted accounts.
  requested_by uuid references accounts (id) on delete set null,
  idempotency_key text,
  -- Reason why the settlement failed or was cancelled, shown to the promoter.
  reason text not null default '',
  -- Balances of the statement: closing = opening + its transactions, including this settlement. May be negative.
  opening_balance_cents bigint not null,
  closing_balance_cents bigint not null,
  -- Time since which the settlement waits for the platform's balance at the provider; null otherwise.
  short_of_funds_since timestamptz,
  -- Parts of the closing balance that were held, when the settlement was created.
  not_due_cents bigint not null check (not_due_cents >= 0),
  reserve_cents bigint not null check (reserve_cents >= 0),
  created_at timestamptz not null,
  sent_at timestamptz,
  finished_at timestamptz,
  updated_at timestamptz not null,
  checked_at timestamptz,
  unique (promoter_id, id),
  unique (promoter_id, number),
  unique (promoter_id, idempotency_key),
  check (amount_cents = promoter_cents + taxes_cents),
  check ((method = 'provider') = (provider is not null and payee_id is not null))
);
create unique index settlements_one_open on settlements (promoter_id, currency) where status = 'open';
create index settlements_of_promoter on settlements (promoter_id, created_at desc, id desc);
create index settlements_by_status on settlements (status, created_at desc, id desc);
create index settlements_to_send on settlements (checked_at nulls first) where method = 'provider' and status in ('open', 'sent', 'paid');
create unique index settlements_of_provider on settlements (provider, provider_payout_id);
create index settlements_of_payee on settlements (provider, payee_id);
create index settlements_of_account on settlements (requested_by) where requested_by is not null;

-- Statement of each ledger transaction: that of the first settlement created after the transaction.
create table statement_transactions (
  transaction_id uuid primary key,
  promoter_id uuid not null,
  settlement_id uuid not null,
  -- The foreign key is deferred, because transactions are assigned before the settlement is inserted.
  foreign key (promoter_id, settlement_id) references settlements (promoter_id, id) deferrable initially deferred,
  foreign key (promoter_id, transaction_id) references ledger_transactions (promoter_id, id)
);
create index statement_transactions_of_settlement on statement_transactions (promoter_id, settlement_id) include (transaction_id);

-- A promoter's account at the payment provider.
create table settlement_payees (
  promoter_id uuid not null references promoters (id),
  provider text not null,
  payee_id text not null,
  status text not null check (status in ('incomplete', 'checking', 'ready', 'refused')),
  missing jsonb not null default '[]',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  checked_at timestamptz,
  primary key (promoter_id, provider),
  unique (provider, payee_id)
);

-- Amounts that an operator added to or deducted from a promoter's balance. Each has a ledger transaction
-- adjustment:<id>.
create table adjustments (
  id uuid primary key,
  promoter_id uuid not null references promoters (id),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  amount_cents bigint not null check (amount_cents <> 0),
  -- Reason, shown to the promoter.
  reason text not null check (reason <> ''),
  idempotency_key text not null,
  -- Operator who made the adjustment; null for a deleted account.
  account_id uuid references accounts (id) on delete set null,
  created_at timestamptz not null,
  unique (promoter_id, id),
  unique (promoter_id, idempotency_key)
);
create index adjustments_of_promoter on adjustments (promoter_id, created_at desc, id desc);
create index adjustments_of_account on adjustments (account_id) where account_id is not null;

create function tell_settlement() returns trigger language plpgsql as $$
declare
  event_type text := 'settlement.' || new.status;
begin
  if has_webhooks(new.promoter_id, event_type) then
    perform tell_webhooks(new.promoter_id, event_type, 'settlement', new.id::text,
      jsonb_build_object('id', new.id, 'number', new.number, 'status', new.status, 'method', new.method,
        'amountCents', new.amount_cents, 'currency', new.currency, 'reason', new.reason, 'createdAt', new.created_at));
  end if;
  return null;
end
$$;
create trigger tell_settlement_moved after update of status on settlements for each row
  when (old.status <> new.status and new.status in ('paid', 'failed')) execute function tell_settlement();
