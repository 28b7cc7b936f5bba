-- `cancelling`: an operator has requested the cancellation. No further call moves money, and Foyer asks the provider
-- about the payout.
alter table settlements drop constraint settlements_status_check;
alter table settlements add constraint settlements_status_check
  check (status in ('open', 'cancelling', 'sent', 'paid', 'failed', 'cancelled'));
drop index settlements_one_open;
create unique index settlements_one_open on settlements (promoter_id, currency) where status in ('open', 'cancelling');
drop index settlements_to_send;
create index settlements_to_send on settlements (checked_at nulls first)
  where method = 'provider' and status in ('open', 'cancelling', 'sent', 'paid');

-- Time until which a call to the provider can still move money; null before the first call.
alter table settlements add column calls_until timestamptz;
-- Operator who requested the cancellation; null without one, and for a deleted account.
alter table settlements add column cancelled_by uuid references accounts (id) on delete set null;
-- Reason why the cancellation, or the reversal of a transfer, isn't complete. Shown to operators.
alter table settlements add column provider_problem text not null default '';
-- Time since which a failed settlement's transfer must be reversed; null if it mustn't be, or once it is.
alter table settlements add column reversing_since timestamptz;
create index settlements_reversing on settlements (checked_at) where reversing_since is not null;
create index settlements_of_operator on settlements (cancelled_by) where cancelled_by is not null;

-- Transfers that the sandbox provider has reversed.
alter table sandbox.transfers add column is_reversed boolean not null default false;

-- Time at which an operator decided that the promoter keeps the money of the failed refund, so that it becomes due;
-- null otherwise.
alter table cancelled_orders add column settled_at timestamptz;
