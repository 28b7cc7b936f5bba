-- Set by an operator (`npm run mail -- trust`): the promoter's emails may link to any site, and it may send many free
-- orders per day.
alter table promoters add column trusted_at timestamptz;
