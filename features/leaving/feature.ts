import type { Feature } from '#/server/feature.ts'
import { playerBack, playerLeft } from './emails.ts'

export const leaving = { emails: { player_left: playerLeft, player_back: playerBack } } satisfies Feature
