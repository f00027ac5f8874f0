import { randomBytes } from 'node:crypto'

/** Settings of an app in production mode at `https://play.example`, with test payments. */
export const productionSettings = {
  NODE_ENV: 'production',
  RATE_LIMITS: 'on',
  PAYMENTS: 'test',
  MAIL_TRANSPORT: 'outbox',
  PUBLIC_URL: 'https://play.example',
  SUPPORT_EMAIL: 'help@play.example',
  MAIL_FROM: 'Play <hello@play.example>',
  SECRET_KEY: randomBytes(32).toString('base64'),
}
