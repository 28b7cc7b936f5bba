-- Who holds: hashes of the client's network (IPv4 address, IPv6 /64) and of the prefix around it (IPv4 /24, IPv6 /48), or of its
-- account. Null: held before this migration, or from this machine.
alter table holds
  add column client text,
  add column prefix text;
create index holds_of_prefix on holds (ticket_type_id, prefix) where prefix is not null;

-- What clients held and did not pay for, and below zero what they paid for. Kept for two hours.
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

-- While many tickets are in carts, only accounts with a verified address hold more.
alter table events add column holds_need_account boolean not null default false;
