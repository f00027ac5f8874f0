-- How a score becomes final (rules/confirmation.ts), and what the draw of a league leaves on its match cards.

alter table scores
  -- Whose word this version is; null: an organizer's.
  add column side_entry_id int references entries,
  add column kind text not null default 'report' check (kind in ('report', 'mend', 'correction', 'settlement')),
  -- Until then the other side can answer; silence confirms.
  add column answer_until timestamptz,
  add column answer text check (answer in ('confirmed', 'disputed', 'settled')),
  add column answered_by_id int references players,
  add column answered_at timestamptz,
  -- The words of a dispute.
  add column answer_reason text not null default '',
  add constraint scores_answered_by_somebody check (num_nulls(answer, answered_by_id, answered_at) in (0, 3));
update scores s
set answer_until = s.created_at + interval '24 hours',
  side_entry_id = (
    select ep.entry_id from matches m join entry_players ep on ep.entry_id in (m.entry_one_id, m.entry_two_id)
    where m.id = s.match_id and ep.player_id = s.reported_by_id);
alter table scores alter column answer_until set not null;
create index scores_side_entry_id on scores (side_entry_id);
create index scores_answered_by_id on scores (answered_by_id);

-- A link that was mailed to answer one version of a score without signing in; the token itself is in the letter alone.
create table score_links (
  token_hash bytea primary key,
  score_id int not null references scores on delete cascade,
  player_id int not null references players on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index score_links_score_id on score_links (score_id);
create index score_links_player_id on score_links (player_id);
create index score_links_expires_at on score_links (expires_at);

alter table standings
  -- The instants until which its unconfirmed results can be answered: how many lie ahead is counted at the read.
  add column open_until timestamptz[] not null default '{}';

alter table matches
  -- The suggested days of the round, first and last.
  add column play_from date,
  add column play_by date,
  -- The court that the two agreed on.
  add column match_location text not null default '',
  add constraint matches_suggested_days check ((play_from is null) = (play_by is null) and play_by >= play_from);

alter table entries
  -- When the entry got its cards. Drawn once: a card that its players have deleted does not come back.
  add column drawn_at timestamptz;
