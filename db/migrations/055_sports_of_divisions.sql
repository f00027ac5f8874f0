-- The sport that a division plays. Its table of rules is in rules/sports/.
alter table divisions add column sport text not null default 'tennis'
  constraint divisions_sport_known check (sport in ('tennis', 'padel', 'pickleball', 'badminton', 'squash', 'table_tennis'));
