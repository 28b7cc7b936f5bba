-- Finds the amount deducted from a voucher at its expiry, which is read while the voucher's sale is locked. A partial
-- index, because few ledger entries are about vouchers.
create index ledger_entries_of_voucher on ledger_entries (voucher_id) where voucher_id is not null;
