import { createTransport } from 'nodemailer'
import { messageOf, Undeliverable, type Mail, type Sender } from './mail.ts'

/** Sends emails by an SMTP server. `url` is like smtp://user:password@host:587. */
export function openSmtp(url: string, sender: () => Sender): Mail {
  // A server that hangs must not hold a job longer than half a minute.
  const transport = createTransport({ url, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 })
  return {
    async send(email) {
      await transport.sendMail(messageOf(email, sender())).catch((error: unknown) => {
        throw isFinal(error) ? new Undeliverable(error.message, { cause: error }) : error
      })
    },
  }
}

/** Whether it is a 5xx about the recipient or the email (RFC 5321). One about us, such as a wrong password, can be fixed. */
function isFinal(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && typeof responseCode === 'number' && responseCode >= 500
}
