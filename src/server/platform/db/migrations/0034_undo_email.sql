-- Link in the email to the previous address, which undoes the change of address.
alter table account_tokens drop constraint account_tokens_purpose_check;
alter table account_tokens add constraint account_tokens_purpose_check
  check (purpose in ('verify_email', 'reset_password', 'change_email', 'undo_email'));
