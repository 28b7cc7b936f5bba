-- A promoter's claim on a name. Several may claim the same one; it belongs to whoever proves it, and then stands in
-- `hosts`, whose primary key gives it to one promoter. Claims outlive what they claim: a name whose proof is gone is nobody's.
create table domains (
  id uuid primary key default gen_random_uuid(),
  promoter_id uuid not null references sites (promoter_id),
  host text not null check (host = lower(host) and host <> ''),
  -- What the TXT record _foyer.<host> must say.
  token text not null check (length(token) >= 32),
  status text not null default 'pending' check (status in ('pending', 'verified', 'failing', 'lapsed')),
  -- The one name that the site is found under; its other names lead there.
  is_canonical boolean not null default false,
  created_at timestamptz not null,
  verified_at timestamptz,
  checked_at timestamptz,
  -- Since when its proof can't be found.
  failing_since timestamptz,
  -- When its proof is looked up next, as long as it resolves. Whoever looks it up puts this off first.
  check_due_at timestamptz,
  unique (promoter_id, host),
  unique (promoter_id, id),
  check ((status = 'failing') = (failing_since is not null)),
  check ((status in ('verified', 'failing')) = (check_due_at is not null)),
  check (not is_canonical or status in ('verified', 'failing'))
);
-- Whoever has proven a name keeps it until it is let go of or lapses.
create unique index domains_one_owner_per_host on domains (host) where status in ('verified', 'failing');
create unique index domains_one_canonical_per_site on domains (promoter_id) where is_canonical;
create index domains_to_check on domains (check_due_at) where check_due_at is not null;

-- A verified name stands in `hosts` as long as its claim holds; names that came without a claim (demo, set-up) stand alone.
alter table hosts add column domain_id uuid;
alter table hosts add foreign key (promoter_id, domain_id) references domains (promoter_id, id);
create unique index hosts_by_domain on hosts (domain_id) where domain_id is not null;
alter table hosts add column is_canonical boolean not null default false;
create unique index hosts_one_canonical_per_site on hosts (promoter_id) where is_canonical;

-- Apple Pay asks each domain for the file that its provider gave the promoter.
alter table sites add column apple_pay_association text not null default '';
-- What a promoter wrote, beside what is served of it.
alter table sites add column dropped_css jsonb not null default '[]';
