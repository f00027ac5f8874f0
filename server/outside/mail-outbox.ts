import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Config } from '#/server/config.ts'
import { messageOf, type Mail, type Sender } from './mail.ts'
import { writeWholeFile } from './whole-file.ts'

/** The folder of the outbox's emails. */
export function outboxOf({ DATA_DIR }: Pick<Config, 'DATA_DIR'>): string {
  return join(DATA_DIR, 'outbox')
}

/** Writes each email to a folder as an .eml file, named by its Message-ID, so a repeat replaces the file. */
export function openOutbox(folder: string, sender: () => Sender): Mail {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    async send(email) {
      const { message } = await composer.sendMail(messageOf(email, sender()))
      if (!Buffer.isBuffer(message)) throw new Error('nodemailer answered a stream where a buffer was asked for')
      const name = email.message_id.replace(/@.*$/, '').replaceAll(/[^\w-]/g, '')
      await writeWholeFile(folder, `${name}.eml`, message, { mode: 0o600, folderMode: 0o700 })
    },
  }
}
