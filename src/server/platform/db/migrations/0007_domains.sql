-- Domains that promoters have added. Several promoters can add the same domain; it belongs to the one that verifies it,
-- and is then in `hosts`, whose primary key allows only one promoter. The row stays when the domain lapses.
create table domains (
  id uuid primary key default gen_random_uuid(),
  promoter_id uuid not null references sites (promoter_id),
  host text not null check (host = lower(host) and host <> ''),
  -- Content of the TXT record _foyer.<host>.
  token text not null check (length(token) >= 32),
  status text not null default 'pending' check (status in ('pending', 'verified', 'failing', 'lapsed')),
  -- True for the canonical domain, to which the site's other domains redirect.
  is_canonical boolean not null default false,
  created_at timestamptz not null,
  verified_at timestamptz,
  checked_at timestamptz,
  -- Time since which the TXT record is missing.
  failing_since timestamptz,
  -- Time of the next check, while the domain resolves. The node that checks the domain postpones it first.
  check_due_at timestamptz,
  unique (promoter_id, host),
  unique (promoter_id, id),
  check ((status = 'failing') = (failing_since is not null)),
  check ((status in ('verified', 'failing')) = (check_due_at is not null)),
  check (not is_canonical or status in ('verified', 'failing'))
);
-- A verified domain belongs to its promoter until it is deleted or lapses.
create unique index domains_one_owner_per_host on domains (host) where status in ('verified', 'failing');
create unique index domains_one_canonical_per_site on domains (promoter_id) where is_canonical;
create index domains_to_check on domains (check_due_at) where check_due_at is not null;

-- A domain has a row in `hosts` while its status is `verified` or `failing`. Hosts of the demo and of the setup have no domain.
alter table hosts add column domain_id uuid;
alter table hosts add foreign key (promoter_id, domain_id) references domains (promoter_id, id);
create unique index hosts_by_domain on hosts (domain_id) where domain_id is not null;
alter table hosts add column is_canonical boolean not null default false;
create unique index hosts_one_canonical_per_site on hosts (promoter_id) where is_canonical;

-- Domain association file for Apple Pay, from the promoter's own provider.
alter table sites add column apple_pay_association text not null default '';
-- Rules that were removed from the promoter's CSS.
alter table sites add column dropped_css jsonb not null default '[]';
