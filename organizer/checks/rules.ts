/**
 * Facts about the stored data that hold at every moment, as SQL. Each query lists what breaks one: `subject`, a row by its
 * table and id, and `says`, the values that disagree. Nothing is repaired: somebody looks first.
 */
export type DataRule = { title: string; sql: string }

const finding = (subject: string, says: string) => `select ${subject} as subject, ${says} as says`

export const dataRules = {
  order_total: {
    title: 'An order’s total is the sum of its lines',
    sql: `${finding(`'order ' || o.id`, `'total ' || o.total_cents || ', lines ' || l.cents`)}
      from orders o join lateral (select sum(p.price_cents) as cents from purchases p where p.order_id = o.id) l on l.cents is not null
      where o.total_cents <> l.cents`,
  },
  line_taken: {
    title: 'A line took its price or nothing',
    sql: `${finding(`'purchase ' || p.id`, `p.status || ', price ' || p.price_cents || ', taken ' || p.taken_cents`)}
      from purchases p
      where p.taken_cents not in (0, p.price_cents) or (p.status in ('Pending', 'Failed') and p.taken_cents > 0)
        or (p.status = 'Paid' and p.taken_cents <> p.price_cents)`,
  },
  one_state: {
    title: 'All lines of an order are decided together',
    sql: `${finding(`'order ' || p.order_id`, `string_agg(p.status, ', ' order by p.id)`)}
      from purchases p group by p.order_id
      having bool_or(p.status = 'Pending') and bool_or(p.status <> 'Pending')`,
  },
  order_settled: {
    title: 'An order has a time of settlement once it is decided',
    sql: `${finding(`'order ' || o.id`, `'settled ' || coalesce(o.settled_at::text, 'never')`)}
      from orders o
      where exists (select from purchases p where p.order_id = o.id and p.status = 'Paid') and o.settled_at is null`,
  },
  refunds_add_up: {
    title: 'What a line gave back is the sum of its refunds',
    sql: `${finding(`'purchase ' || p.id`, `'refunded ' || p.refunded_cents || ', refunds ' || r.cents`)}
      from purchases p cross join lateral (
        select coalesce(sum(r.amount_cents), 0) as cents from refunds r where r.purchase_id = p.id and r.state = 'done') r
      where p.refunded_cents <> r.cents`,
  },
  refunds_within: {
    title: 'An order gives back at most what it cost',
    sql: `${finding(`'order ' || o.id`, `'total ' || o.total_cents || ', refunds ' || r.cents`)}
      from orders o cross join lateral (
        select coalesce(sum(r.amount_cents), 0) as cents from refunds r where r.order_id = o.id and r.state <> 'failed') r
      where r.cents > o.total_cents`,
  },
  line_has_entry: {
    title: 'A line that counts has a place in its league',
    sql: `${finding(`'purchase ' || p.id`, `p.status`)}
      from purchases p where p.counts and not exists (
        select from entries e where e.purchase_id = p.id and e.league_id = p.league_id)`,
  },
  coupon_uses: {
    title: 'A coupon is used no more often than its limit',
    sql: `${finding(`'coupon ' || c.id`, `'limit ' || c.use_limit || ', orders ' || o.orders`)}
      from coupons c cross join lateral (
        select count(*) as orders from orders o where o.coupon_id = c.id and exists (
          select from purchases p where p.order_id = o.id and p.counts)) o
      where o.orders > c.use_limit`,
  },
  match_of_league: {
    title: 'A match is between two places of its league',
    sql: `${finding(`'match ' || m.id`, `'league ' || m.league_id || ', entries of ' || one.league_id || ' and ' || two.league_id`)}
      from matches m join entries one on one.id = m.entry_one_id join entries two on two.id = m.entry_two_id
      where m.league_id <> one.league_id or m.league_id <> two.league_id or one.id = two.id`,
  },
  match_names_players: {
    title: 'A match names its players, and an open one those who hold its places',
    sql: `${finding(`'match ' || m.id`, `'side ' || place.side || ', named ' || named.players::text || ', holders ' || named.holders::text`)}
      from matches m
      cross join lateral (values (1, m.entry_one_id), (2, m.entry_two_id)) place (side, entry_id)
      cross join lateral (
        select array(select mp.player_id from match_players mp where mp.match_id = m.id and mp.side = place.side order by mp.position) as players,
          array(select ep.player_id from entry_players ep where ep.entry_id = place.entry_id order by ep.position) as holders) named
      where named.players = '{}' or (m.score_id is null and m.canceled_at is null and named.players <> named.holders)`,
  },
  score_of_match: {
    title: 'A match’s score is the newest version reported for it',
    sql: `${finding(`'match ' || m.id`, `'score ' || m.score_id || ', newest ' || coalesce(newest.id::text, 'none')`)}
      from matches m cross join lateral (select max(s.id) as id from scores s where s.match_id = m.id) newest
      where m.score_id is not null and m.score_id is distinct from newest.id`,
  },
  versions_in_a_row: {
    title: 'The versions of a score have no gap',
    sql: `${finding(`'match ' || s.match_id`, `'versions ' || string_agg(s.version::text, ', ' order by s.version)`)}
      from scores s group by s.match_id
      having min(s.version) <> 1 or max(s.version) <> count(*)`,
  },
  winner_played: {
    title: 'The winner of a result played it',
    sql: `${finding(`'score ' || s.id`, `'winner ' || s.winner_entry_id || ', match of ' || m.entry_one_id || ' and ' || m.entry_two_id`)}
      from scores s join matches m on m.id = s.match_id
      where s.winner_entry_id not in (m.entry_one_id, m.entry_two_id)`,
  },
  results_counted: {
    title: 'A league’s number of results is right',
    sql: `${finding(`'league ' || l.id`, `'stored ' || l.results || ', results ' || m.results`)}
      from leagues l cross join lateral (
        select count(*) as results from matches m where m.league_id = l.id and m.score_id is not null) m
      where l.results <> m.results`,
  },
  seeds_in_a_row: {
    title: 'The seeds of play-offs are 1, 2, 3, … and from that league',
    sql: `${finding(`'league ' || s.league_id`, `'seeds ' || string_agg(s.seed::text, ', ' order by s.seed)`)}
      from playoff_seeds s join entries e on e.id = s.entry_id
      group by s.league_id
      having min(s.seed) <> 1 or max(s.seed) <> count(*) or bool_or(e.league_id <> s.league_id)`,
  },
  closed_signed_out: {
    title: 'Nobody is signed in to a closed or suspended account',
    sql: `${finding(`'player ' || p.id`, `count(*) || ' sessions'`)}
      from players p join sessions s on s.player_id = p.id
      where p.deleted_at is not null or p.suspended_at is not null or p.merged_into_id is not null
      group by p.id`,
  },
  waits_or_plays: {
    title: 'Nobody waits for a league they are in',
    sql: `${finding(`'player ' || w.player_id`, `'league ' || w.league_id`)}
      from wait_list w
      where w.ended_at is null and exists (
        select from entries e join purchases p on p.id = e.purchase_id and p.counts join entry_players ep on ep.entry_id = e.id
        where e.league_id = w.league_id and ep.player_id = w.player_id and not ep.former)`,
  },
} satisfies Record<string, DataRule>

export type DataRuleKey = keyof typeof dataRules
