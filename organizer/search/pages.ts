import { integrationPaths } from '#/contract/integration-paths.ts'
import { deskPaths } from '#/contract/desk-paths.ts'

/**
 * A screen of the desk, or something to do there. `words`: others that people may type. `only`: for owners, or for
 * installations with a demo clock, whose screen is also the owners'.
 */
type DeskPage = { title: string; detail: string; path: string; words?: string; only?: 'owner' | 'demo' }

/** Every screen of the desk with a fixed address, and what is often done there. */
export const deskPages: readonly DeskPage[] = [
  { title: 'Overview', detail: 'A season at a glance', path: deskPaths.overview, words: 'home dashboard start to do' },
  { title: 'Seasons', detail: 'Dates, sale and closing', path: deskPaths.seasons, words: 'calendar year' },
  { title: 'New season', detail: 'Seasons', path: deskPaths.seasons, words: 'add create make season', only: 'owner' },
  { title: 'Divisions and prices', detail: 'Seasons', path: deskPaths.divisions, words: 'fee cost level new division' },
  { title: 'Match formats', detail: 'Seasons', path: deskPaths.matchFormats, words: 'sets scoring tie-break rules' },
  { title: 'Levels', detail: 'Seasons', path: deskPaths.levels, words: 'rating grade' },
  { title: 'Level review', detail: 'Seasons', path: deskPaths.levelReview, words: 'rating grade move up down' },
  {
    title: 'Coupons',
    detail: 'Seasons',
    path: deskPaths.coupons,
    words: 'new coupon discount code voucher',
    only: 'owner',
  },
  { title: 'Areas', detail: 'Seasons', path: deskPaths.areas, words: 'city town place contact new area' },
  { title: 'Courts', detail: 'Seasons', path: deskPaths.courts, words: 'venue club map new court' },
  { title: 'Days without play', detail: 'Seasons', path: deskPaths.closedDays, words: 'closed holiday public' },
  { title: 'Entries', detail: 'Who plays where', path: deskPaths.entries, words: 'move withdraw sign-up registration' },
  { title: 'Enter a player', detail: 'Entries', path: deskPaths.enterPlayer(), words: 'new entry add invite join' },
  { title: 'Matches', detail: 'Disputed, overdue and played', path: deskPaths.matches, words: 'results scores games' },
  { title: 'Enter a result', detail: 'Matches', path: deskPaths.enterResult, words: 'new score report add match' },
  { title: 'Move an evening', detail: 'Matches', path: deskPaths.evening, words: 'rain postpone night' },
  {
    title: 'Unresponsive players',
    detail: 'Matches',
    path: deskPaths.silent(),
    words: 'silent quiet no answer walk-over walkover',
  },
  {
    title: 'Unplayed matches',
    detail: 'Matches',
    path: deskPaths.unplayed(),
    words: 'overdue open walk-over walkover',
  },
  { title: 'Draw', detail: 'Matches', path: deskPaths.draws(), words: 'schedule fixtures rounds redraw' },
  { title: 'Play-offs', detail: 'Brackets', path: deskPaths.playoffs, words: 'playoffs finals knockout bracket' },
  { title: 'Payments', detail: 'Money received and refunded', path: deskPaths.payments, words: 'orders money refund' },
  {
    title: 'Reconciliation',
    detail: 'Payments',
    path: deskPaths.reconciliation(),
    words: 'books stripe payout compare accounts',
    only: 'owner',
  },
  {
    title: 'Cash-up',
    detail: 'Payments',
    path: deskPaths.cashUp(),
    words: 'cash transfer hand over money by hand',
  },
  { title: 'Players', detail: 'Everyone in your areas', path: deskPaths.players, words: 'people members accounts' },
  { title: 'Messages', detail: 'Emails to players', path: deskPaths.messages, words: 'letters mail newsletter log' },
  { title: 'Write a message', detail: 'Messages', path: deskPaths.newMessage(), words: 'new email letter remind' },
  { title: 'Import and export', detail: 'Files', path: deskPaths.exchange, words: 'csv excel spreadsheet upload' },
  { title: 'On your web site', detail: 'Integrations', path: integrationPaths.pages, words: 'embed widget website' },
  { title: 'API keys', detail: 'Integrations', path: integrationPaths.apiKeys, words: 'token programs new key' },
  { title: 'Webhooks', detail: 'Integrations', path: integrationPaths.webhooks, words: 'events programs' },
  { title: 'Audit log', detail: 'Every change by organizers', path: deskPaths.auditLog, words: 'record history undo' },
  { title: 'Security', detail: 'Your second factor', path: deskPaths.security, words: 'passkey phone 2fa code' },
  {
    title: 'Organizers',
    detail: 'Who runs the leagues',
    path: deskPaths.people,
    words: 'staff people owners appoint permissions',
    only: 'owner',
  },
  {
    title: 'Organization',
    detail: 'Name, logo, country and taxes',
    path: deskPaths.organization,
    words: 'settings colors currency tax language brand',
    only: 'owner',
  },
  { title: 'Checks of the data', detail: 'Whether everything agrees', path: deskPaths.checks, only: 'owner' },
  { title: 'Texts', detail: 'Rules, privacy and questions', path: deskPaths.texts, words: 'terms pages edit' },
  {
    title: 'Emails',
    detail: 'Texts',
    path: deskPaths.text('emails'),
    words: 'mail messages notifications templates',
    only: 'owner',
  },
  { title: 'Set up the league', detail: 'First steps', path: deskPaths.setup, words: 'setup start', only: 'owner' },
  { title: 'Demo clock', detail: 'Play the demo forward', path: deskPaths.demo, words: 'time days', only: 'demo' },
]
