-- State of the embedded database's backups, written by the process that makes them. One row, or none while there are no backups.
create table backup_state (
  is_only boolean primary key default true check (is_only),
  place text not null,
  is_elsewhere boolean not null,
  base_at timestamptz,
  wal_at timestamptz,
  error text not null
);
