-- For which ages a division is, and whether its pairs are mixed (docs/decisions/095). The release before reads neither: to it
-- such a division is for everybody.
alter table divisions
  add column age_from int constraint divisions_age_from check (age_from between 1 and 120),
  add column age_to int constraint divisions_age_to check (age_to between 1 and 120 and age_to >= coalesce(age_from, 1)),
  add column is_mixed boolean not null default false constraint divisions_mixed_pairs check (kind = 'doubles' or not is_mixed);

-- The division of the starter kit, where it is still what it was.
update divisions set is_mixed = true
where slug = 'mixed-doubles' and name = 'Mixed Doubles' and kind = 'doubles' and gender is null;

-- The year alone is what an age group asks for.
alter table players
  add column year_of_birth int constraint players_year_of_birth check (year_of_birth between 1900 and 2100);
