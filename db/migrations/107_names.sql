-- Lists of players are sorted by the name that is shown last: the only one of those who have one name. The indexes
-- players_by_name, players_suspended, players_closed and players_of_area stay for the previous release.
create function sort_name(first_name text, last_name text) returns text language sql immutable parallel safe as $$
  select lower(case last_name when '' then first_name else last_name end)
$$;
create index players_in_order on players (sort_name(first_name, last_name), lower(first_name), id);
create index players_suspended_in_order on players (sort_name(first_name, last_name), lower(first_name), id)
  where suspended_at is not null;
create index players_closed_in_order on players (sort_name(first_name, last_name), lower(first_name), id)
  where deleted_at is not null;
create index players_of_area_in_order on players (area, sort_name(first_name, last_name), lower(first_name), id);

-- 'Ada M.', or 'Madonna'.
create or replace function short_name(first_name text, last_name text) returns text language sql immutable parallel safe as $$
  select case last_name when '' then first_name else first_name || ' ' || upper(left(last_name, 1)) || '.' end
$$;

-- A search of digits at the desk looks for phones.
create function phone_digits(phone text) returns text language sql immutable strict parallel safe as $$
  select regexp_replace(phone, '\D', '', 'g')
$$;
create index players_phone_search on players using gin (phone_digits(phone) gin_trgm_ops);

-- A folded name as it looks: the desk distinguishes two players of one look. The Cyrillic and Greek letters of Unicode's
-- confusables.txt (UTS #39) that look like Latin ones, small or capital, and l, I and 1.
create function look_of(folded text) returns text language sql immutable strict parallel safe as $$
  select translate(folded, 'авекмнорстухіјѕһԁԛԝѵαβεηικμνορτυχζӏl10', 'abekmhopctyxijshdqwvabehikmvoptyxziiio')
$$;
create index players_look on players (look_of(fold_name(name))) where deleted_at is null;

-- The same as before, but not strict, so that PostgreSQL can put the expression in place of a call: most of a search's time
-- was the calls for the rows that the index finds.
create or replace function fold_name(name text) returns text language sql immutable parallel safe as $$
  select case when octet_length(name) = char_length(name) then lower(translate(name, '-''`', ' '))
  else lower(translate(
    replace(replace(replace(replace(replace(replace(replace(replace(
      regexp_replace(normalize(translate(name, '-‐‑‒–—―−﹘﹣－''’‘‛ʼʻʹʾʿ′`´＇·', '           '), nfkd), '[\u0300-\u036F]', '', 'g'),
      'ß', 'ss'), 'ẞ', 'ss'), 'æ', 'ae'), 'Æ', 'ae'), 'œ', 'oe'), 'Œ', 'oe'), 'þ', 'th'), 'Þ', 'th'),
    'łŁøØđĐðÐħĦŧŦıς', 'llooddddhhttiσ')) end
$$;

-- Marks of direction and invisible letters, which names have been refused with since (rules/name-characters.ts). Joiners,
-- variation selectors and marks stay, because some scripts need them. A name that has nothing else stays too.
update players set
  first_name = coalesce(nullif(trim(regexp_replace(first_name, '[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\u2800\u3164\uFEFF\uFFA0\uFFF0-\uFFFB\U000E0000-\U000E007F]', '', 'g')), ''), first_name),
  last_name = coalesce(nullif(trim(regexp_replace(last_name, '[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\u2800\u3164\uFEFF\uFFA0\uFFF0-\uFFFB\U000E0000-\U000E007F]', '', 'g')), ''), last_name)
where first_name || last_name ~ '[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\u2800\u3164\uFEFF\uFFA0\uFFF0-\uFFFB\U000E0000-\U000E007F]';
