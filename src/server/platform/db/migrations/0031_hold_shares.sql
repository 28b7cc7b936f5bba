-- Client that holds the tickets: hashes of its network (IPv4 address, IPv6 /64) and of the surrounding network (IPv4
-- /24, IPv6 /48), or of its account. Null for requests from this machine and for holds from before this migration.
alter table holds
  add column client text,
  add column prefix text;
create index holds_of_prefix on holds (ticket_type_id, prefix) where prefix is not null;

-- Number of tickets that clients held and didn't pay for; negative for tickets that were paid for. Kept for two hours.
create table unpaid_holds (
  id bigint generated always as identity primary key,
  promoter_id uuid not null,
  ticket_type_id uuid not null,
  client text not null,
  prefix text not null,
  quantity integer not null,
  at timestamptz not null,
  foreign key (promoter_id, ticket_type_id) references ticket_types (promoter_id, id) on delete cascade
);
create index unpaid_holds_of_prefix on unpaid_holds (prefix, at);
create index unpaid_holds_by_time on unpaid_holds (at);
create index unpaid_holds_of_type on unpaid_holds (ticket_type_id, at);

-- If true, only accounts with a verified address can hold tickets while many are in carts.
alter table events add column holds_need_account boolean not null default false;
