-- Set by an operator (npm run mail -- trust): this promoter's own words may link anywhere, and it may send many gifts a day.
alter table promoters add column trusted_at timestamptz;
