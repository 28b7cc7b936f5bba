-- Marks demo promoters and demo accounts, whose passwords are public. Excludes rows that are in real use: promoters
-- with real payments, and accounts whose address was changed. The ids are those of `demo/demo-ids.ts` and
-- `demo/accounts.ts`.
alter table promoters add column is_demo boolean not null default false;
-- A separate table, because a new column would change the result of statements that running nodes have prepared.
create table demo_accounts (
  account_id uuid primary key references accounts (id) on delete cascade
);

update promoters set is_demo = true where id in (
  '4b40312a-fc4c-8f99-be87-e0bc09148ec7', '16e469bd-de09-8cfa-ae0b-3c58cc9a3832', '244be6b9-1cf1-8a04-ae3d-ae28e25e90d4')
  and not exists (select from payments p where p.promoter_id = promoters.id and p.provider <> 'sandbox');
insert into demo_accounts (account_id)
select id from accounts where (id, email) in (
  ('f8e2ba14-4654-83ba-ac6d-5a3347bc3e63', 'mikko.okonkwo@example.com'), ('c2802a41-2a5a-8765-923d-cb86d33aedfb', 'owner@aurora.example'),
  ('23c60d96-28b9-8c5c-bd8b-dcceee39935c', 'sales@aurora.example'), ('0f5dd253-98a0-83d1-a309-ffb649c729c6', 'door@aurora.example'));

-- Sessions of demo accounts could have been opened by anyone.
update sessions set revoked_at = now()
where revoked_at is null and account_id in (select account_id from demo_accounts);
update api_keys set revoked_at = now()
where revoked_at is null and promoter_id in (select id from promoters where is_demo);
