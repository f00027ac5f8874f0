-- Match formats that owners composed. A row's format never changes: a changed format is a new row that replaces it, so
-- that seasons keep what they have chosen.
create table match_formats (
  id int generated always as identity primary key,
  name text not null constraint match_formats_name_length check (length(name) between 1 and 60),
  format text not null constraint match_formats_format_length check (length(format) between 1 and 60),
  source text constraint match_formats_source_length check (length(source) between 1 and 200),
  version int not null default 1,
  replaces_id int constraint match_formats_replaces_fkey references match_formats,
  created_at timestamptz not null,
  retired_at timestamptz
);
create unique index match_formats_name_once on match_formats (lower(name)) where retired_at is null;
create unique index match_formats_format_once on match_formats (format) where retired_at is null;
create unique index match_formats_replaced_once on match_formats (replaces_id);
