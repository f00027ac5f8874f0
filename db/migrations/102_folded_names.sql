-- A name as it is searched: without case, marks and apostrophes, with blanks for dashes; the same as foldName in
-- rules/name-fold.ts. The marks are those of Latin, Greek and Cyrillic letters (U+0300 to U+036F). Text in ASCII, which has
-- as many bytes as characters, takes the short way: a search checks every row that the index finds.
create function fold_name(name text) returns text language sql immutable strict parallel safe as $$
  select case when octet_length(name) = char_length(name) then lower(translate(name, '-''`', ' '))
  else lower(translate(
    replace(replace(replace(replace(replace(replace(replace(replace(
      regexp_replace(normalize(translate(name, '-‐‑‒–—―−﹘﹣－''’‘‛ʼʻʹʾʿ′`´＇·', '           '), nfkd), '[\u0300-\u036F]', '', 'g'),
      'ß', 'ss'), 'ẞ', 'ss'), 'æ', 'ae'), 'Æ', 'ae'), 'œ', 'oe'), 'Œ', 'oe'), 'þ', 'th'), 'Þ', 'th'),
    'łŁøØđĐðÐħĦŧŦıς', 'llooddddhhttiσ')) end
$$;

-- The indexes players_name, players_search and players_area_search stay for the release before.
create index players_folded_name on players using gin (fold_name(name) gin_trgm_ops);
create index players_folded_search on players using gin (fold_name(name || ' ' || email) gin_trgm_ops);
create index players_area_folded_search on players using gin (area, fold_name(name || ' ' || email) gin_trgm_ops);
