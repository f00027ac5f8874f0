-- When a session last changed something: the player's reads go to the database itself for a while (058).
alter table sessions add column wrote_at timestamptz not null default now();

-- One row, renewed about once a second while there is a replica: what it shows there is how far the replica has come.
create table replica_beat (
  one boolean primary key default true,
  beat_at timestamptz not null,
  constraint replica_beat_one_row check (one)
);
