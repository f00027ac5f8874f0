import { devToken } from '#/test/dev-secrets.ts'

/** The address of the emails that the app has sent, newest first. It leaves the cookie that opens each of them. */
export const mailbox = `/dev/mailbox?token=${devToken}`
