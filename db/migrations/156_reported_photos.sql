-- `photo` is the one that was reported; the player may have another since.
create table photo_reports (
  id int primary key generated always as identity,
  player_id int not null constraint photo_reports_player_fkey references players,
  photo text not null,
  reported_by_id int not null constraint photo_reports_reported_by_fkey references players,
  reason text not null constraint photo_reports_reason_length check (length(reason) between 1 and 300),
  created_at timestamptz not null,
  settled_at timestamptz,
  constraint photo_reports_once unique (reported_by_id, player_id, photo)
);
create index photo_reports_player_id on photo_reports (player_id);

-- Photos that an organizer has removed, by the shape of their light and dark (features/settings/fingerprint.ts).
create table blocked_photos (
  id int primary key generated always as identity,
  player_id int not null constraint blocked_photos_player_fkey references players,
  fingerprint bit(256) not null,
  blocked_at timestamptz not null
);
create index blocked_photos_player_id on blocked_photos (player_id);
