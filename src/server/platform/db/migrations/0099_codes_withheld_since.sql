-- Time since which `codes_withheld` is true. Emails of earlier tickets contain their codes. Null if no emails contain
-- valid codes.
alter table events add column codes_withheld_since timestamptz;
