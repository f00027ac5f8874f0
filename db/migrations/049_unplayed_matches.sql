-- What follows for matches that were not played in their window (rules/effort.ts).

alter table matches
  -- When its window was extended, which happens once.
  add column extended_at timestamptz,
  -- Nobody played it, and it counts for nobody: canceled as well, and kept for its record.
  add column not_played_at timestamptz;

-- What was proposed or applied for a match; of the proposals only those that the clock has announced.
create table match_settlements (
  id int generated always as identity primary key,
  match_id int not null references matches on delete cascade,
  outcome text not null,
  -- The last day of the window that had ended.
  last_day date not null,
  -- The record's reasons when it was announced or applied, a sentence each.
  reasons text[] not null,
  -- Of an extension.
  extends_to date,
  -- When the clock announced it: it applies it three days later, unless a side has objected.
  noticed_at timestamptz,
  objected_at timestamptz,
  settled_at timestamptz,
  -- An organizer's.
  reason text not null default '',
  -- Of a walkover.
  score_id int references scores on delete set null,
  -- The window before an extension.
  play_from date,
  play_by date,
  undone_at timestamptz,
  constraint match_settlements_outcome check (outcome in ('walkover_one', 'walkover_two', 'extended', 'not_played')),
  constraint match_settlements_noticed_or_settled check (noticed_at is not null or settled_at is not null)
);
create unique index match_settlements_one_of_a_window on match_settlements (match_id, last_day) where undone_at is null;
create index match_settlements_match_id on match_settlements (match_id, id);
create index match_settlements_score_id on match_settlements (score_id);
