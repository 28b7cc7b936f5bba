-- Since when `codes_withheld` is true: tickets from before have their codes in their emails. Null if no ticket's emails have a valid code.
alter table events add column codes_withheld_since timestamptz;
