-- Where people play, what they buy, and the competition the two make together.

create table areas (
  slug text primary key,
  name text not null unique,
  time_zone text not null,
  position int not null unique
);

-- One edition of a season template (rules/season.ts). `year` is the year of the first day.
create table seasons (
  id int generated always as identity primary key,
  slug text not null,
  year int not null,
  name text not null,
  starting_date date not null,
  ending_date date not null,
  constraint seasons_one_edition_a_year unique (slug, year),
  constraint seasons_end_after_start check (ending_date > starting_date)
);

create table divisions (
  id int generated always as identity primary key,
  slug text not null unique,
  name text not null unique,
  kind text not null check (kind in ('singles', 'doubles')),
  level text check (level in ('3.0', '3.5', '4.0', '4.5', '5.0')),
  gender text check (gender in ('Male', 'Female')),
  price_cents int not null check (price_cents > 0),
  image text not null,
  position int not null unique
);

-- season x division x area. Matches, standings and play-offs each belong to exactly one.
create table leagues (
  id int generated always as identity primary key,
  season_id int not null references seasons,
  division_id int not null references divisions,
  area text not null references areas,
  constraint leagues_one_per_season_division_area unique (season_id, division_id, area),
  constraint leagues_id_area unique (id, area)
);
create index leagues_division_id on leagues (division_id);
create index leagues_area on leagues (area, season_id);

insert into areas (slug, name, time_zone, position) values
  ('south-bend', 'South Bend', 'America/Indiana/Indianapolis', 1),
  ('indianapolis', 'Indianapolis', 'America/Indiana/Indianapolis', 2),
  ('dc', 'DC', 'America/New_York', 3);

insert into divisions (slug, name, kind, level, gender, price_cents, image, position)
select gender.slug || '-singles-' || replace(level, '.', '-'),
       gender.title || ' Singles ' || level,
       'singles', level, gender.name, 3900,
       '/courts/' || gender.slug || '-singles-' || replace(level, '.', '-') || '.svg',
       gender.start + row_number() over (partition by gender.slug order by level)
from (values ('mens', 'Men''s', 'Male', 0), ('womens', 'Women''s', 'Female', 5)) as gender (slug, title, name, start)
cross join unnest(array['3.0', '3.5', '4.0', '4.5', '5.0']) as level;

insert into divisions (slug, name, kind, level, gender, price_cents, image, position) values
  ('womens-doubles', 'Women''s Doubles', 'doubles', null, 'Female', 4900, '/courts/womens-doubles.svg', 11),
  ('mens-doubles', 'Men''s Doubles', 'doubles', null, 'Male', 4900, '/courts/mens-doubles.svg', 12),
  ('mixed-doubles', 'Mixed Doubles', 'doubles', null, null, 4900, '/courts/mixed-doubles.svg', 13);
