-- What was taken from a voucher when it expired is read while its sale is locked. Few entries are of vouchers.
create index ledger_entries_of_voucher on ledger_entries (voucher_id) where voucher_id is not null;
