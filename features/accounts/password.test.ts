import { expect, test } from 'vitest'
import { refuseCommonPassword } from './password.ts'

test.each(['Deuce2026!', 'tennis123', 'TENNIS-league-1', 'organizer1', 'player player', 'Password-1'])(
  '%s is refused: without the product’s words too little remains',
  (password) => {
    expect(() => refuseCommonPassword(password)).toThrow(expect.objectContaining({ code: 'invalid' }))
  },
)

test.each(['advantage-deuce', 'a tennis ball in the rain', '29384756', '🎾🎾🎾🎾', 'leaguered-mice-52'])(
  '%s is accepted',
  (password) => {
    expect(() => refuseCommonPassword(password)).not.toThrow()
  },
)
