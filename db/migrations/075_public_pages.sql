-- The pages about an area's leagues for other web sites (docs/decisions/084): an area can switch them off, and they call a
-- player "Ada M." unless the player allows the whole name.
alter table areas add column has_public_pages boolean not null default true;
alter table players add column shows_name boolean not null default false;

-- 'Ada M.'
create function short_name(first_name text, last_name text) returns text language sql immutable as $$
  select first_name || ' ' || upper(left(last_name, 1)) || '.'
$$;
