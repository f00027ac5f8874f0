-- The levels of an installation, in their order (docs/decisions/091). So far these were written into the program.
create table levels (
  -- What players and divisions have. It stays when the level gets another name.
  key text primary key constraint levels_key_form check (key ~ '^[a-z0-9][a-z0-9.-]{0,29}$'),
  name text not null constraint levels_name_length check (length(name) between 1 and 30),
  position int not null
);

insert into levels (key, name, position) values
  ('3.0', '3.0', 1), ('3.5', '3.5', 2), ('4.0', '4.0', 3), ('4.5', '4.5', 4), ('5.0', '5.0', 5);

create trigger levels_memory after insert or update or delete on levels
  for each statement execute function notify_memory();

create index players_singles_level on players (singles_level);
create index divisions_level on divisions (level);

-- Holds since 0.1.0: the check that this replaces allows the same five.
alter table players
  add constraint players_singles_level_known foreign key (singles_level) references levels,
  drop constraint players_singles_level_check;
-- Holds since 0.1.0: the check that this replaces allows the same five.
alter table divisions
  add constraint divisions_level_known foreign key (level) references levels,
  drop constraint divisions_level_check;
