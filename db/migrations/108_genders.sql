-- The answers that the organization offers when it asks for the gender, and whether one must be given (rules/gender.ts).
alter table organization
  add column genders jsonb not null default '[{"name": "Male", "women": false, "men": true}, {"name": "Female", "women": true, "men": false}]',
  add column gender_required boolean not null default true;

-- A player's answer is one of the organization's; the check allowed two. A profile can be complete without one.
-- Holds since 0.5.0: the constraint that this replaces demands more.
alter table players
  drop constraint players_gender_check,
  drop constraint players_profile_is_whole,
  add constraint players_profile_is_whole
    check (num_nulls(phone, singles_level, area) in (0, 3) and (gender is null or area is not null));
