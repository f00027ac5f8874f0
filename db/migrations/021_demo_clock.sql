-- One row as soon as the demo's clock was moved: how far it is ahead of the clock that the app was started with.
create table demo_clock (
  singleton boolean primary key default true check (singleton),
  ahead_ms bigint not null check (ahead_ms >= 0)
);
