-- Gives tables and columns the names that docs/glossary.md gives to what they hold. Renames only; no row changes but the
-- jobs that still wait. This is the last migration that the release before it cannot run beside.

alter table acts rename to audit_log;
alter trigger acts_stay on audit_log rename to audit_log_is_append_only;

alter table waits rename to wait_list;

alter table desk_tasks rename to tasks;
alter table desk_task_parts rename to task_parts;

alter table sessions rename column proved_at to reauthenticated_at;
alter table sessions rename column seen_by_id to impersonated_by_id;

alter table pair_invitations rename column letters to emails;

-- Indexes, constraints and sequences follow the names of their tables and columns.
do $$
declare
  renamed record;
begin
  for renamed in
    select format('alter table %s rename constraint %I to %I', c.conrelid::regclass, c.conname, n.name) as statement
    from pg_constraint c
    cross join lateral (
      select regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(
        c.conname, '^acts_', 'audit_log_'), '^waits_', 'wait_list_'), '^desk_task', 'task'),
        'seen_by_id', 'impersonated_by_id'), 'proved_at', 'reauthenticated_at'), 'invitations_letters', 'invitations_emails') as name) n
    where c.connamespace = 'public'::regnamespace and n.name <> c.conname
  loop
    execute renamed.statement;
  end loop;
  for renamed in
    select format('alter %s %I rename to %I', case c.relkind when 'S' then 'sequence' else 'index' end, c.relname, n.name) as statement
    from pg_class c
    cross join lateral (
      select regexp_replace(regexp_replace(regexp_replace(regexp_replace(
        c.relname, '^acts_', 'audit_log_'), '^waits_', 'wait_list_'), '^desk_task', 'task'),
        'seen_by_id', 'impersonated_by_id') as name) n
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('i', 'S') and n.name <> c.relname
  loop
    execute renamed.statement;
  end loop;
end $$;

-- Jobs that wait for their turn, in the words that the code now reads. A new database has no queue yet: its library makes it.
do $$
begin
  if to_regclass('graphile_worker._private_jobs') is null then
    return;
  end if;
  update graphile_worker._private_jobs j
  set payload = jsonb_build_object(
    'message_id', j.payload -> 'message_id',
    'email', case j.payload ->> 'letter' when 'powers_changed' then to_jsonb('permissions_changed'::text) else (j.payload -> 'letter')::jsonb end,
    'about', (
      select coalesce(jsonb_object_agg(
        case key when 'wait_id' then 'wait_list_entry_id' when 'leaves_id' then 'leaving_player_id' when 'comes_id' then 'new_player_id' else key end,
        value), '{}')
      from json_each(j.payload -> 'about')))::json
  from graphile_worker._private_tasks t
  where t.id = j.task_id and t.identifier = 'send_mail' and j.payload -> 'letter' is not null;
end $$;
