import { refuse } from '#/server/refuse.ts'
import { serve } from '#/server/serve.ts'
import { endSession, startSession } from '#/server/session.ts'
import { getUser, logOut, signIn, signUp } from './contract.ts'
import { hashPassword, passwordFits } from './password.ts'
import { findCredentials, findUser, insertPlayer } from './queries.ts'

export const accountsRoutes = [
  serve(signUp, async ({ body, app, now }) => {
    const { password, ...player } = body
    await insertPlayer(app.db, { ...player, password_hash: await hashPassword(password) }, now)
    return { message: `Welcome to Deuce, ${player.first_name}. You can sign in now.` }
  }),

  serve(signIn, async ({ body, app, now }) => {
    const known = await findCredentials(app.db, body.email)
    if (!(await passwordFits(body.password, known?.password_hash)) || !known) refuse('wrong_credentials')
    return { token: await startSession(app.db, known.id, now), user: await findUser(app.db, known.id) }
  }),

  serve(getUser, async ({ player, app }) => ({ user: await findUser(app.db, player.id) })),

  serve(logOut, async ({ player, app }) => {
    await endSession(app.db, player.token_hash)
    return { message: 'You are signed out.' }
  }),
]
