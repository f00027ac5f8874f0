-- What the desk does to matches: results are voided, and who stayed silent is known.

alter table matches
  -- Which side set its date last, one or two, and when; kept when the date is taken back.
  add column arranged_side smallint check (arranged_side in (1, 2)),
  add column arranged_at timestamptz,
  -- An organizer has voided its result: the versions up to this one. They stay.
  add column voided_at timestamptz,
  add column voided_version int,
  -- It will not be played; it stays for its versions.
  add column canceled_at timestamptz,
  add constraint matches_arranged_by_a_side check ((arranged_side is null) = (arranged_at is null)),
  add constraint matches_voided_up_to_a_version check ((voided_at is null) = (voided_version is null)),
  add constraint matches_canceled_without_a_score check (canceled_at is null or score_id is null);

-- What is still to be played, by the day until which it is.
create index matches_open on matches (league_id, greatest(play_by, match_date), id) where score_id is null and canceled_at is null;
create index matches_voided on matches (area, voided_at desc, id desc) where voided_at is not null;
create index scores_disputed on scores (answered_at, id) where answer = 'disputed';
create index scores_unanswered on scores (answer_until, id) where answer is null;
