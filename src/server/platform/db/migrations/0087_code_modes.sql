-- When and how holders get their tickets' codes (docs/decisions/0077-late-and-live-codes.md).

alter table events
  add column code_mode text not null default 'open' check (code_mode in ('open', 'late', 'live')),
  -- Number of hours before doors open (or else before the event starts) at which late codes appear.
  add column code_reveal_hours smallint not null default 24 check (code_reveal_hours between 1 and 720),
  -- True while some holders got emails without codes. They are emailed once the codes are shown.
  add column codes_withheld boolean not null default false;

create index events_codes_withheld on events (ends_at) where codes_withheld;
