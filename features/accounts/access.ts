import { sql, type RawBuilder, type Updateable } from 'kysely'
import { organization } from '#/contract/organization.ts'
import { dayInZone } from '#/rules/day.ts'
import type { Players } from '#/db/types.ts'
import type { Db, Tx } from '#/server/db.ts'
import { endImpersonationsBy, isInUse, type SignedIn } from '#/server/session.ts'
import type { Purpose } from '#/server/mail-tokens.ts'
import { listedKinds, type AccessItem } from './access-contract.ts'
import { emptyProfile } from './profile-columns.ts'

type ListedKind = (typeof listedKinds)[number]
type Sql = RawBuilder<unknown>

/**
 * A kind of row that acts for a person. The SQL calls the row `r`. `what` is a value for the title, `current` the hash of
 * the session to which it belongs. `spent`: a row that is ended is marked as used, so that limits still count it.
 */
type Kind = {
  table: string
  theirs: (player_id: number) => Sql
  live: (now: Date) => Sql
  id: Sql
  what: Sql
  last_used_at: Sql
  current: Sql
  spent?: true
  describe: (what: string | null) => { title: string; detail?: string }
}

const nothing = sql`null`

/** Whether the session with this id still works. */
const isLiveSession = (id: Sql) => (now: Date) =>
  sql`exists (
  select from sessions s join players p on p.id = s.player_id
  where s.id = ${id} and s.expires_at > ${now} and ${isInUse(now)})`

const linkTitles: Partial<Record<Purpose, string>> = {
  reset_password: 'A link that sets a new password',
  set_password: 'A link that sets your first password',
  change_email: 'A link that changes your email',
  correct_email: 'A link that uses the email an organizer has entered',
  claim: 'A link that sets your email and password',
  link_identity: 'A link that adds a way to sign in',
  verify_email: 'A link that confirms your email',
  score: 'A link that answers a reported score',
  offer: 'A link that answers proposed times',
  entry_invitation: 'A link that answers an invitation to a league',
  merge_keep: 'A link that joins another account to yours',
  merge_from: 'A link that closes this account and moves it to another',
}

function mailedLink(
  purposes: readonly Purpose[],
  theirs: Kind['theirs'],
  isOpen: Kind['live'] = () => sql`true`,
): Kind {
  return {
    table: 'mail_tokens',
    theirs: (player_id) => sql`r.purpose = any (${purposes}) and ${theirs(player_id)}`,
    live: (now) => sql`r.used_at is null and r.expires_at > ${now} and ${isOpen(now)}`,
    // The hash of the token stays in the database.
    id: sql`left(encode(sha256(r.token_hash), 'hex'), 32)`,
    what: sql`r.purpose || ' ' || coalesce(r.email, '')`,
    last_used_at: nothing,
    current: nothing,
    spent: true,
    describe: (what) => {
      const [purpose = '', email = ''] = what?.split(' ') ?? []
      return {
        title: linkTitles[purpose as Purpose] ?? 'A mailed link',
        detail: email ? `Sent to ${email}` : 'Sent to you',
      }
    },
  }
}

const kinds: Record<ListedKind, Kind> = {
  // A device forgets the kept answers of a session that has ended (web/kept-answers.ts).
  session: {
    table: 'sessions',
    theirs: (player_id) => sql`r.player_id = ${player_id} and r.impersonated_by_id is null`,
    live: isLiveSession(sql`r.id`),
    id: sql`r.id::text`,
    what: sql`r.device`,
    last_used_at: sql`r.last_seen_at`,
    current: sql`r.token_hash`,
    describe: (device) => ({ title: device ?? 'Unknown device' }),
  },
  impersonation: {
    table: 'sessions',
    theirs: (player_id) =>
      sql`(r.impersonated_by_id = ${player_id} or (r.player_id = ${player_id} and r.impersonated_by_id is not null))`,
    live: isLiveSession(sql`r.id`),
    id: sql`r.id::text`,
    what: sql`(select name from players where id = r.player_id and id <> player.id)`,
    last_used_at: sql`r.last_seen_at`,
    current: sql`r.token_hash`,
    describe: (name) => ({
      title: name === null ? 'An organizer sees the site as you' : `You see the site as ${name}`,
      detail: 'Can read, and change nothing',
    }),
  },
  // A foreign key ends it with its session.
  push_device: {
    table: 'push_devices',
    theirs: (player_id) => sql`r.session_id in (select id from sessions where player_id = ${player_id})`,
    live: isLiveSession(sql`r.session_id`),
    id: sql`r.id::text`,
    what: sql`(select device from sessions where id = r.session_id)`,
    last_used_at: sql`r.last_pushed_at`,
    current: sql`(select token_hash from sessions where id = r.session_id)`,
    describe: (device) => ({ title: device ?? 'Unknown device' }),
  },
  api_key: {
    table: 'api_keys',
    theirs: (player_id) => sql`r.organizer_id = ${player_id}`,
    live: (now) => sql`coalesce(r.expires_on >= ${dayInZone(now, organization().time_zone)}::date, true)`,
    id: sql`r.id::text`,
    what: sql`r.name`,
    last_used_at: sql`r.last_used_at`,
    current: nothing,
    describe: (name) => ({ title: name ?? '' }),
  },
  calendar_feed: {
    table: 'calendar_feeds',
    theirs: (player_id) => sql`r.player_id = ${player_id}`,
    live: () => sql`true`,
    id: sql`r.player_id::text`,
    what: nothing,
    last_used_at: nothing,
    current: nothing,
    describe: () => ({
      title: 'Address of your calendar',
      detail: 'Anyone who has it can read when, where and against whom you play',
    }),
  },
  account_link: mailedLink(
    ['reset_password', 'set_password', 'change_email', 'correct_email', 'claim', 'link_identity'],
    (player_id) => sql`r.player_id = ${player_id}`,
  ),
  proof_link: mailedLink(['verify_email'], (player_id) => sql`r.player_id = ${player_id}`),
  answer_link: mailedLink(
    ['score', 'offer', 'entry_invitation', 'merge_keep', 'merge_from'],
    (player_id) => sql`(r.addressee_id = ${player_id}
      or r.entry_invitation_id in (select id from entry_invitations where player_id = ${player_id})
      or r.merge_request_id in (
        select id from merge_requests where case r.purpose when 'merge_keep' then keep_id else from_id end = ${player_id}))`,
    // These links outlive what they answer, so that a late reader learns what became of it.
    (now) => sql`(
      exists (select from scores where id = r.score_id and answer is null)
      or exists (select from match_offers where id = r.offer_id and outcome is null and expires_at > ${now})
      or exists (select from entry_invitations where id = r.entry_invitation_id and answer is null and expires_at > ${now})
      or exists (select from merge_requests where id = r.merge_request_id and ending is null and expires_at > ${now}))`,
  ),
  social_identity: {
    table: 'social_identities',
    theirs: (player_id) => sql`r.player_id = ${player_id}`,
    live: () => sql`true`,
    id: sql`md5(r.issuer || ' ' || r.subject)`,
    what: sql`r.issuer`,
    last_used_at: nothing,
    current: nothing,
    describe: (issuer) => ({ title: `Sign-in at ${new URL(issuer ?? '').hostname}` }),
  },
}

type Unlisted = { columns?: (now: Date) => Updateable<Players>; tables?: readonly string[] }

/** Kinds without rows on the page: the second factor, passkeys (which have a separate page), the password, and what somebody may have put into an account. */
const unlistedKinds = {
  second_factor: { tables: ['second_factors'] },
  passkeys: { tables: ['passkeys'] },
  password: { columns: () => ({ password_hash: null }) },
  profile: { columns: (now) => ({ ...emptyProfile, claims_ended_at: now }), tables: ['acceptances'] },
  answers: { tables: ['answers'] },
  emergency_contact: { columns: () => ({ emergency_name: null, emergency_phone: null }) },
  times: { tables: ['availability_hours', 'days_away', 'visits'] },
  notification_choices: { tables: ['notification_preferences', 'quiet_hours'] },
  saved_cards: { columns: () => ({ provider_customer: null }) },
} as const satisfies Record<string, Unlisted>

export type AccessKind = ListedKind | keyof typeof unlistedKinds

const unlisted: Record<keyof typeof unlistedKinds, Unlisted> = unlistedKinds

/** Tables whose rows the kinds end. A test asks of every other table that names a player whether it acts for one. */
export const accessTables = new Set([
  ...Object.values(kinds).map(({ table }) => table),
  ...Object.values(unlisted).flatMap(({ tables = [] }) => tables),
])

/** The columns of an account that the first proof empties. */
export const emptiedColumns = Object.values(unlisted).flatMap(({ columns }) =>
  Object.keys(columns?.(new Date(0)) ?? {}),
)

const sessions = ['session', 'impersonation'] as const
const links = ['account_link', 'proof_link', 'answer_link'] as const
const open = [...sessions, 'api_key', 'calendar_feed'] as const

/** The kinds that each cause ends. Devices with notifications and what a device keeps end with their session. */
export const endedBy = {
  /** The first proof of the email: nobody else has a claim to the account any longer. */
  claim: [
    ...open,
    'account_link',
    'proof_link',
    'password',
    'passkeys',
    'profile',
    'answers',
    'emergency_contact',
    'times',
    'notification_choices',
    'saved_cards',
  ],
  password_reset: [...open, 'account_link'],
  /** With the present password, so what the player has set up stays. */
  password_changed: [...sessions, 'account_link'],
  provider_connected: [...sessions, 'account_link'],
  /** Also by an organizer, for a player who has lost a device. */
  sign_out_everywhere: [...open, ...links],
  suspension: [...open, ...links],
  /** The account goes on as a player's. */
  dismissal: ['impersonation', 'api_key'],
  permissions_changed: ['impersonation'],
  /** An owner has removed an organizer's lost phone. */
  phone_lost: [...open, 'account_link', 'second_factor', 'passkeys'],
  /** The account that is closed. A link that answers for it moves to the kept account, and so may its sign-ins. */
  merge: [...open, 'account_link', 'proof_link', 'second_factor', 'passkeys', 'notification_choices'],
  account_closed: [
    ...open,
    ...links,
    'social_identity',
    'second_factor',
    'passkeys',
    'answers',
    'times',
    'notification_choices',
  ],
  /** All mailed links were sent to the former address. */
  email_changed: links,
} as const satisfies Record<string, readonly AccessKind[]>
export type AccessCause = keyof typeof endedBy

/** Causes after which nothing that was stored for an ended link may be left, such as a stranger's email. */
const erasing: readonly AccessCause[] = ['claim', 'merge', 'account_closed']

/**
 * Ends everything that acts for a player for one cause, except the session `kept` and the kinds in `spares`. The only
 * code that does so.
 */
export async function endAccess(
  tx: Tx,
  player_id: number,
  cause: AccessCause,
  { now, kept = null, spares = [] }: { now: Date; kept?: Buffer | null | undefined; spares?: readonly AccessKind[] },
): Promise<void> {
  for (const kind of endedBy[cause]) {
    if (spares.includes(kind)) continue
    if (isListed(kind)) await endRows(tx, kind, player_id, { now, erases: erasing.includes(cause), kept })
    else await emptyUnlisted(tx, unlisted[kind], player_id, now)
  }
}

async function emptyUnlisted(tx: Tx, { columns, tables = [] }: Unlisted, player_id: number, now: Date): Promise<void> {
  if (columns) await tx.updateTable('players').set(columns(now)).where('id', '=', player_id).execute()
  for (const table of tables) await sql`delete from ${sql.table(table)} where player_id = ${player_id}`.execute(tx)
}

function isListed(kind: AccessKind): kind is ListedKind {
  return kind in kinds
}

/** Ends the rows of a kind, or the one with an id. Returns what describes the first that was ended. */
async function endRows(
  tx: Tx,
  kind: ListedKind,
  player_id: number,
  { now, erases = false, kept = null, id }: { now: Date; erases?: boolean; kept?: Buffer | null; id?: string },
): Promise<{ what: string | null } | undefined> {
  const { table, theirs, id: rowId, what, spent } = kinds[kind]
  const change =
    spent && !erases
      ? sql`update ${sql.table(table)} r set used_at = ${now} from players player where r.used_at is null and`
      : sql`delete from ${sql.table(table)} r using players player where`
  const { rows } = await sql<{ what: string | null }>`
    ${change} player.id = ${player_id} and ${theirs(player_id)}
      ${id === undefined ? sql`` : sql`and ${rowId} = ${id}`}
      ${kept && table === 'sessions' ? sql`and r.token_hash <> ${kept}` : sql``}
    returning ${what} as what`.execute(tx)
  return rows[0]
}

/** Ends one thing that acts for the player. Returns its title, or null if they have none with this id. */
export async function endAccessById(
  tx: Tx,
  player_id: number,
  { kind, id }: { kind: ListedKind; id: string },
  now: Date,
): Promise<string | null> {
  const ended = await endRows(tx, kind, player_id, { now, id })
  if (!ended) return null
  // A session that ends from another device may have been an organizer's who sees the site as somebody.
  if (kind === 'session') await endImpersonationsBy(tx, player_id)
  return kinds[kind].describe(ended.what).title
}

type Row = Pick<AccessItem, 'kind' | 'id' | 'current'> & {
  what: string | null
  created_at: Date
  last_used_at: Date | null
}

/** Lists everything that can act for the player, by kind: this session first, then the newest. */
export async function listAccess(
  db: Db,
  { id, token_hash }: Pick<SignedIn, 'id' | 'token_hash'>,
  now: Date,
): Promise<AccessItem[]> {
  const each = listedKinds.map((kind, place) => {
    const { table, theirs, live, id: rowId, what, last_used_at, current } = kinds[kind]
    return sql`
      select ${place}::int as place, ${kind}::text as kind, ${rowId} as id, ${what}::text as what, r.created_at,
        ${last_used_at}::timestamptz as last_used_at, coalesce(${current} = ${token_hash}::bytea, false) as current
      from ${sql.table(table)} r cross join (select ${id}::int as id) player
      where ${theirs(id)} and ${live(now)}`
  })
  const { rows } = await sql<Row>`
    ${sql.join(each, sql` union all `)}
    order by place, current desc, last_used_at desc nulls last, created_at desc, id limit 500`.execute(db)
  return rows.map(({ kind, what, created_at, last_used_at, current, id: rowId }) => {
    const { title, detail = null } = kinds[kind].describe(what)
    return {
      kind,
      id: rowId,
      title,
      detail,
      created_at: created_at.toISOString(),
      last_used_at: last_used_at?.toISOString() ?? null,
      current,
    }
  })
}
