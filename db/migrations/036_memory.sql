-- What every process keeps in memory: a change tells them all to read it again.
create function notify_memory() returns trigger language plpgsql as $$
begin
  perform pg_notify('memory', tg_table_name);
  return null;
end
$$;

create trigger areas_memory after insert or update or delete on areas
  for each statement execute function notify_memory();

create trigger demo_clock_memory after insert or update or delete on demo_clock
  for each statement execute function notify_memory();
