-- The name was generated with a blank between first and last name, also after the only one. PostgreSQL 15 cannot change
-- that expression, so a trigger makes the name.
alter table players
  add column one_name boolean not null default false,
  alter column name drop expression,
  alter column name set default '';

create function name_player() returns trigger language plpgsql as $$
begin
  new.name := trim(both ' ' from new.first_name || ' ' || new.last_name);
  -- The previous release does not know the column when it stores a last name.
  new.one_name := new.one_name and new.last_name = '';
  return new;
end $$;
create trigger players_named before insert or update of first_name, last_name, name, one_name on players
  for each row execute function name_player();

-- The answers that the organization offers when it asks for the gender, and whether one must be given (rules/gender.ts).
alter table organization
  add column genders jsonb not null default '[{"name": "Male", "women": false, "men": true}, {"name": "Female", "women": true, "men": false}]',
  add column gender_required boolean not null default true;

-- A player's answer is one of the organization's; the check allowed two. A profile can be complete without one.
-- Holds since 0.5.0: the constraint that this replaces demands more.
alter table players
  drop constraint players_gender_check,
  drop constraint players_profile_is_whole,
  add constraint players_profile_is_whole
    check (num_nulls(phone, singles_level, area) in (0, 3) and (gender is null or area is not null));

-- The trigger makes the names that had a blank at an end.
update players set name = '' where last_name = '' or first_name = '';
