-- A season that is over is sealed (docs/decisions/107): from then on, money no longer decides who is in its table.
alter table leagues add column sealed_at timestamptz;

-- Whether a line's entry counts, by the line's state; in a sealed league it stays as it was. A trigger keeps it, because a
-- generated column cannot read the league. Nothing is rewritten.
alter table purchases alter column counts drop expression;
alter table purchases alter column counts set default false;

create function set_purchase_counts() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.league_id = old.league_id
    and exists (select from leagues where id = new.league_id and sealed_at is not null) then
    new.counts := old.counts;
  else
    new.counts := new.status in ('Paid', 'Confirmed');
  end if;
  return new;
end
$$;

create trigger purchases_counts before insert or update of status, league_id, counts on purchases
  for each row execute function set_purchase_counts();

-- What organizers have changed in a sealed league: the version of the match's score before and after, null for none.
create table league_corrections (
  id int generated always as identity primary key,
  league_id int not null references leagues on delete cascade,
  match_id int not null references matches on delete cascade,
  before_score_id int references scores on delete cascade,
  after_score_id int references scores on delete cascade,
  reason text not null,
  organizer_id int not null references players,
  corrected_at timestamptz not null
);
create index league_corrections_league_id on league_corrections (league_id, id);
create index league_corrections_match_id on league_corrections (match_id);
create index league_corrections_before_score_id on league_corrections (before_score_id);
create index league_corrections_after_score_id on league_corrections (after_score_id);
create index league_corrections_organizer_id on league_corrections (organizer_id);
