-- Passing on and renaming tickets (docs/decisions/0074-passing-tickets-on.md).

-- Whether holders can pass tickets on, and until how many hours before the event starts.
alter table events
  add column ticket_transfers boolean not null default true,
  add column transfer_cutoff_hours smallint not null default 0 check (transfer_cutoff_hours between 0 and 8760);

-- Time of the last change of the name, for devices at the door.
alter table tickets add column holder_changed_at timestamptz;
create index tickets_holder_changed on tickets (event_id, holder_changed_at) where holder_changed_at is not null;

create table ticket_transfers (
  id uuid primary key,
  promoter_id uuid not null,
  order_id uuid not null,
  ticket_id uuid not null,
  -- Transfer by which the sender got the ticket; null if the sender is the order's buyer.
  sender_id uuid,
  status text not null default 'offered' check (status in ('offered', 'accepted', 'reclaimed', 'ended')),
  -- True if the recipient is the ticket's current holder.
  holds boolean not null default false,
  -- Secret of the offer's link.
  offer_key uuid not null unique,
  -- Secret of the recipient's page.
  ticket_key uuid unique,
  -- Idempotency-Key of the acceptance.
  accept_key text,
  -- Address that the offer was sent to ('' for an offer by link); once accepted, the recipient's address.
  email text not null default '',
  by_email boolean not null,
  first_name text not null default '',
  created_at timestamptz not null,
  decided_at timestamptz,
  unique (promoter_id, id),
  foreign key (promoter_id, order_id) references orders (promoter_id, id),
  foreign key (promoter_id, sender_id) references ticket_transfers (promoter_id, id),
  check ((status = 'offered') = (decided_at is null)),
  check ((status = 'accepted') = (ticket_key is not null)),
  check (not holds or status = 'accepted')
);
create unique index ticket_transfers_one_offer on ticket_transfers (ticket_id) where status = 'offered';
create unique index ticket_transfers_one_holder on ticket_transfers (ticket_id) where holds;
create index ticket_transfers_of_order on ticket_transfers (promoter_id, order_id);
create index ticket_transfers_of_sender on ticket_transfers (promoter_id, sender_id) where sender_id is not null;
