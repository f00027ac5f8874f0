import { integrationPaths } from '#/contract/integration-paths.ts'
import { paths } from '#/contract/paths.ts'

/**
 * A screen of the desk, or something to do there. `words`: others that people may type. `only`: for owners, or for
 * installations with a demo clock, whose screen is also the owners'.
 */
type DeskPage = { title: string; detail: string; path: string; words?: string; only?: 'owner' | 'demo' }

const { organizer } = paths

/** Every screen of the desk with a fixed address, and what is often done there. */
export const deskPages: readonly DeskPage[] = [
  { title: 'Overview', detail: 'A season at a glance', path: organizer.overview, words: 'home dashboard start to do' },
  { title: 'Seasons', detail: 'Dates, sale and closing', path: organizer.seasons, words: 'calendar year' },
  { title: 'New season', detail: 'Seasons', path: organizer.seasons, words: 'add create make season', only: 'owner' },
  { title: 'Divisions and prices', detail: 'Seasons', path: organizer.divisions, words: 'fee cost level new division' },
  { title: 'Match formats', detail: 'Seasons', path: organizer.matchFormats, words: 'sets scoring tie-break rules' },
  { title: 'Levels', detail: 'Seasons', path: organizer.levels, words: 'rating grade' },
  { title: 'Level review', detail: 'Seasons', path: organizer.levelReview, words: 'rating grade move up down' },
  {
    title: 'Coupons',
    detail: 'Seasons',
    path: organizer.coupons,
    words: 'new coupon discount code voucher',
    only: 'owner',
  },
  { title: 'Areas', detail: 'Seasons', path: organizer.areas, words: 'city town place contact new area' },
  { title: 'Courts', detail: 'Seasons', path: organizer.courts, words: 'venue club map new court' },
  { title: 'Days without play', detail: 'Seasons', path: organizer.closedDays, words: 'closed holiday public' },
  { title: 'Entries', detail: 'Who plays where', path: organizer.entries, words: 'move withdraw sign-up registration' },
  { title: 'Enter a player', detail: 'Entries', path: organizer.enterPlayer(), words: 'new entry add invite join' },
  { title: 'Matches', detail: 'Disputed, overdue and played', path: organizer.matches, words: 'results scores games' },
  { title: 'Enter a result', detail: 'Matches', path: organizer.enterResult, words: 'new score report add match' },
  { title: 'Move an evening', detail: 'Matches', path: organizer.evening, words: 'rain postpone night' },
  {
    title: 'Unresponsive players',
    detail: 'Matches',
    path: organizer.silent(),
    words: 'silent quiet no answer walk-over walkover',
  },
  {
    title: 'Unplayed matches',
    detail: 'Matches',
    path: organizer.unplayed(),
    words: 'overdue open walk-over walkover',
  },
  { title: 'Draw', detail: 'Matches', path: organizer.draws(), words: 'schedule fixtures rounds redraw' },
  { title: 'Play-offs', detail: 'Brackets', path: organizer.playoffs, words: 'playoffs finals knockout bracket' },
  { title: 'Payments', detail: 'Money received and refunded', path: organizer.payments, words: 'orders money refund' },
  {
    title: 'Reconciliation',
    detail: 'Payments',
    path: organizer.reconciliation(),
    words: 'books stripe payout compare accounts',
    only: 'owner',
  },
  {
    title: 'Cash-up',
    detail: 'Payments',
    path: organizer.cashUp(),
    words: 'cash transfer hand over money by hand',
  },
  { title: 'Players', detail: 'Everyone in your areas', path: organizer.players, words: 'people members accounts' },
  { title: 'Messages', detail: 'Emails to players', path: organizer.messages, words: 'letters mail newsletter log' },
  { title: 'Write a message', detail: 'Messages', path: organizer.newMessage(), words: 'new email letter remind' },
  { title: 'Import and export', detail: 'Files', path: organizer.exchange, words: 'csv excel spreadsheet upload' },
  { title: 'On your web site', detail: 'Integrations', path: integrationPaths.pages, words: 'embed widget website' },
  { title: 'API keys', detail: 'Integrations', path: integrationPaths.apiKeys, words: 'token programs new key' },
  { title: 'Webhooks', detail: 'Integrations', path: integrationPaths.webhooks, words: 'events programs' },
  { title: 'Audit log', detail: 'Every change by organizers', path: organizer.auditLog, words: 'record history undo' },
  { title: 'Security', detail: 'Your second factor', path: organizer.security, words: 'passkey phone 2fa code' },
  {
    title: 'Organizers',
    detail: 'Who runs the leagues',
    path: organizer.people,
    words: 'staff people owners appoint permissions',
    only: 'owner',
  },
  {
    title: 'Organization',
    detail: 'Name, logo, country and taxes',
    path: organizer.organization,
    words: 'settings colors currency tax language brand',
    only: 'owner',
  },
  { title: 'Checks of the data', detail: 'Whether everything agrees', path: organizer.checks, only: 'owner' },
  { title: 'Texts', detail: 'Rules, privacy and questions', path: organizer.texts, words: 'terms pages edit' },
  {
    title: 'Emails',
    detail: 'Texts',
    path: organizer.text('emails'),
    words: 'mail messages notifications templates',
    only: 'owner',
  },
  { title: 'Set up the league', detail: 'First steps', path: organizer.setup, words: 'setup start', only: 'owner' },
  { title: 'Demo clock', detail: 'Play the demo forward', path: organizer.demo, words: 'time days', only: 'demo' },
]
