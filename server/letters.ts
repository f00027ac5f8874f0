import { resetPassword, passwordChanged, setPassword, verifyEmail } from '#/features/accounts/letters.ts'
import { receipt, withdrawn } from '#/features/checkout/letters.ts'
import { scoreDisputed, scoreSettled, scoreToConfirm, scoreToSettle } from '#/features/confirmation/letters.ts'
import { changeOfEmail, emailChangeAsked } from '#/features/settings/letters.ts'
import type { App } from './app.ts'
import { writeLetter, type Words } from './outside/mail-letter.ts'
import type { LetterName, Letters, Post } from './queue.ts'

/** The table of contents: who writes which letter. Null: by now there is nothing to tell. */
const writers: { [L in LetterName]: (app: App, about: Letters[L]) => Promise<Words | null> } = {
  verify_email: verifyEmail,
  reset_password: resetPassword,
  set_password: setPassword,
  password_changed: passwordChanged,
  change_of_email: changeOfEmail,
  email_change_asked: emailChangeAsked,
  receipt,
  score_to_confirm: scoreToConfirm,
  score_disputed: scoreDisputed,
  score_to_settle: scoreToSettle,
  score_settled: scoreSettled,
  withdrawn,
}

/** Writes and sends one letter. Asked again it sends again, under the same Message-ID. */
export async function sendMail<L extends LetterName>(app: App, post: Post<L>): Promise<void> {
  const words = await writers[post.letter](app, post.about)
  if (!words) return
  const { site, SUPPORT_EMAIL: support_email } = app.config
  await app.mail.send(writeLetter(words, { message_id: post.message_id, date: app.clock.now(), site, support_email }))
}
