-- Days without play, first and last: holidays and events that draws and windows leave out.
create table closed_days (
  id int generated always as identity primary key,
  -- Null: in all areas.
  area text constraint closed_days_area references areas,
  from_day date not null,
  to_day date not null,
  name text not null,
  created_at timestamptz not null,
  constraint closed_days_forward check (from_day <= to_day and to_day < from_day + 100),
  constraint closed_days_once unique nulls not distinct (area, from_day, to_day)
);
