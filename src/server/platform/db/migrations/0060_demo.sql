-- Marks demo promoters and accounts, whose passwords are public. The ids are those of `demo/demo-ids.ts` and `demo/accounts.ts`.
alter table promoters add column is_demo boolean not null default false;
alter table accounts add column is_demo boolean not null default false;

update promoters set is_demo = true where id in (
  '4b40312a-fc4c-8f99-be87-e0bc09148ec7', '16e469bd-de09-8cfa-ae0b-3c58cc9a3832', '244be6b9-1cf1-8a04-ae3d-ae28e25e90d4');
update accounts set is_demo = true where id in (
  'f8e2ba14-4654-83ba-ac6d-5a3347bc3e63', 'c2802a41-2a5a-8765-923d-cb86d33aedfb',
  '23c60d96-28b9-8c5c-bd8b-dcceee39935c', '0f5dd253-98a0-83d1-a309-ffb649c729c6');

-- Sessions that demo accounts opened elsewhere than on this machine's names.
update sessions set revoked_at = now()
where revoked_at is null and account_id in (select id from accounts where is_demo)
  and host !~ '^(127\.[\d.]+|\[::1\]|(.+\.)?localhost)$';
