import { hashPassword } from '#/features/accounts/password.ts'
import { insertPlayer, type NewPlayer } from '#/features/accounts/queries.ts'
import { startSession } from '#/server/session.ts'
import type { TestApp } from './app.ts'

let made = 0
export const password = 'a quiet word with the net'
let hashed: Promise<string> | undefined

export type TestPlayer = { id: number; token: string; email: string; first_name: string; last_name: string }

/** A player with a live session; every test makes its own people. */
export async function makePlayer(t: TestApp, given: Partial<NewPlayer> = {}): Promise<TestPlayer> {
  made += 1
  hashed ??= hashPassword(password)
  const player: NewPlayer = {
    first_name: 'Player',
    last_name: `Number${made}`,
    email: `player-${made}@example.com`,
    phone: '+1 574 555 0100',
    singles_level: '3.5',
    gender: 'Female',
    location: 'south-bend',
    password_hash: await hashed,
    ...given,
  }
  const id = await insertPlayer(t.db, player, t.clock.now())
  return { id, token: await startSession(t.db, id, t.clock.now()), email: player.email, first_name: player.first_name, last_name: player.last_name }
}
