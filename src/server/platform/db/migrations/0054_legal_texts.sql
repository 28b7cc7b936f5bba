-- Terms, refund policy, privacy policy, imprint and contact, in Markdown: of a promoter, or of the main site (null).
-- Every version is kept. A version without text removes the page.
create table legal_texts (
  id uuid primary key default gen_random_uuid(),
  promoter_id uuid references promoters (id),
  kind text not null check (kind in ('terms', 'refunds', 'privacy', 'imprint', 'contact')),
  version int not null check (version > 0),
  text text check (length(text) between 1 and 20000),
  created_at timestamptz not null,
  unique nulls not distinct (promoter_id, kind, version)
);

-- Footers link to the existing pages, which every node caches with its sites.
create trigger tell_inserts after insert on legal_texts referencing new table as new_rows
  for each statement execute function tell_changes('foyer_sites', 'promoter_id');
