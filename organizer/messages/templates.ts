import type { MessageFilter } from './contract.ts'

/** The built-in templates. One that suits a group of players has its filter. */
export const builtInTemplates: readonly {
  name: string
  subject: string
  body: string
  filter: MessageFilter | null
}[] = [
  {
    name: 'Unpaid entry',
    subject: 'Your entry in {league} is not paid yet',
    body: 'You are in {league}, {season}, but we have not received your payment yet. Please bring or transfer {amount_due} in the next days.\n\nIf you have already paid, please reply with the date and we will check.',
    filter: { unpaid: true },
  },
  {
    name: 'Rain',
    subject: 'Rain: no matches today',
    body: 'The courts are wet, so today’s matches do not take place. Please agree on a new time with your opponent.\n\nYour next match in our list: {next_match}.',
    filter: null,
  },
  {
    name: 'Season opens',
    subject: 'A new season opens at {organization}',
    body: 'Entries for the new season are open. We would be glad to see you on court again.\n\nChoose your division on our site. If you are not sure about your level, reply to this email and we will help.',
    filter: { past_players: true },
  },
  {
    name: 'Wait-list news',
    subject: 'News about the wait-list of {league}',
    body: 'You are on the wait-list of {league}, {season}. We have not forgotten you.\n\nAs soon as a place is free, you get an email, and the place is kept for you for 48 hours.',
    filter: { wait_list: true },
  },
  {
    name: 'First match',
    subject: 'Have you arranged your first match?',
    body: 'You have not played in {league} yet. Your next match: {next_match}.\n\nPlease offer your opponent a few times this week. If something keeps you from playing, reply and we will find a way.',
    filter: { not_played: true },
  },
]
