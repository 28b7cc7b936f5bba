-- When and how holders get their tickets' codes (docs/decisions/0077-late-and-live-codes.md).

alter table events
  add column code_mode text not null default 'open' check (code_mode in ('open', 'late', 'live')),
  -- For late codes: hours before doors open or, without doors, the event begins.
  add column code_reveal_hours smallint not null default 24 check (code_reveal_hours between 1 and 720),
  -- True while there may be holders whose emails had no codes, and who are emailed once the codes are shown.
  add column codes_withheld boolean not null default false;

create index events_codes_withheld on events (ends_at) where codes_withheld;
