-- Host that the session is bound to, in lower case and without port. '' for sessions of earlier versions, which are no
-- longer valid.
alter table sessions add column host text not null default '';
