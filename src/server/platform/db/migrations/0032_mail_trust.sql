-- Time at which an operator trusted the promoter (`npm run mail -- trust`): its emails may link to any site, and it may
-- send many free orders per day.
alter table promoters add column trusted_at timestamptz;
