-- Entries that an organizer has moved directly above another one in the order of strength, before the first draw.
create table draw_moves (
  id int generated always as identity primary key,
  league_id int not null references leagues on delete cascade,
  entry_id int not null references entries on delete cascade,
  above_id int not null references entries on delete cascade
);
create index draw_moves_league_id on draw_moves (league_id, id);
create index draw_moves_entry_id on draw_moves (entry_id);
create index draw_moves_above_id on draw_moves (above_id);
