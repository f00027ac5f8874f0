-- Seasons of any name and days (docs/decisions/077). The four templates are what the clock opens where an owner wants it.
alter table seasons
  -- The first day of its sale; null: when the sale of the season of that name before it is over.
  add column sale_from date,
  -- Not shown and not sold until an owner publishes it.
  add column is_draft boolean not null default false;

alter table leagues
  -- Whether the division is sold in that season and area. Who is in the league stays.
  add column offered boolean not null default true;

alter table organization
  -- Whether the clock makes the four seasons of each year (rules/season.ts).
  add column opens_templates boolean not null default true;

-- Seasons of the templates that an owner has deleted: the clock does not make them again.
create table deleted_seasons (
  slug text not null,
  year int not null,
  deleted_at timestamptz not null,
  primary key (slug, year)
);

create trigger seasons_memory after insert or update or delete on seasons
  for each statement execute function notify_memory();
