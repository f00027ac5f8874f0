-- A player's looks at their dashboard, on all devices: when the last one was, and when the visit before it ended
-- (docs/decisions/074). Without a row: none yet.
create table visits (
  player_id int primary key references players on delete cascade,
  since timestamptz,
  seen_at timestamptz not null
);
