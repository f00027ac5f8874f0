-- Fills the ledger (migration 103) without a lock on matches. A result names today's holders of its places, unless the audit
-- log knows a replacement after it was stored.
insert into match_players (match_id, side, position, player_id)
select m.id, 1, ep.position, ep.player_id from matches m join entry_players ep on ep.entry_id = m.entry_one_id
union all
select m.id, 2, ep.position, ep.player_id from matches m join entry_players ep on ep.entry_id = m.entry_two_id
on conflict do nothing;

do $$
declare
  handover record;
begin
  -- The last replacement of a place first. Accounts that were merged since are the account that was kept.
  for handover in
    with recursive kept (id, now_id) as (
      select id, id from players where merged_into_id is null
      union all
      select p.id, kept.now_id from players p join kept on kept.id = p.merged_into_id),
    known as (
      select a.id, a.at, substring(a.subject from '^entry ([0-9]+)$')::int as entry_id,
        (a.before ->> 'player_id')::int as before_id, (a.after ->> 'player_id')::int as after_id
      from audit_log a where a.kind = 'replace_player')
    select known.id, known.at, known.entry_id, leaving.now_id as leaving_id, coming.now_id as coming_id
    from known
    join entries e on e.id = known.entry_id
    join kept leaving on leaving.id = known.before_id
    join kept coming on coming.id = known.after_id
    where leaving.now_id <> coming.now_id
    order by known.at desc, known.id desc
  loop
    update match_players mp set player_id = handover.leaving_id
    from matches m
    where m.id = mp.match_id and mp.player_id = handover.coming_id
      and handover.entry_id = case mp.side when 1 then m.entry_one_id else m.entry_two_id end
      and coalesce(
        (select min(s.created_at) from scores s where s.match_id = m.id and s.version > coalesce(m.voided_version, 0)),
        m.canceled_at) < handover.at
      and (m.score_id is not null or m.canceled_at is not null);
    update entry_players set replaces_id = handover.leaving_id, taken_over_at = handover.at
    where entry_id = handover.entry_id and player_id = handover.coming_id and taken_over_at is null;
  end loop;
end
$$;

select note_shared_entries(array(
  select e.id from entries e
  where e.id in (select substring(subject from '^entry ([0-9]+)$')::int from audit_log where kind = 'replace_player')));
