-- Each part of a player's page, to league-mates; `public_page`: to everybody.
alter table players
  add column shows_photo boolean not null default true,
  add column shows_level boolean not null default true,
  add column shows_rating boolean not null default true,
  add column shows_record boolean not null default true,
  add column shows_hours boolean not null default false,
  add column public_page boolean not null default false;
