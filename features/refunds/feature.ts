import type { Feature } from '#/server/feature.ts'
import { refundedInPart, refundFailed, withdrawn } from './emails.ts'
import { makeRefundLater, resumeRefunds } from './refund-actions.ts'
import { routes } from './routes.ts'

/** The server side of this folder, for app/features.ts. */
export const refunds = {
  routes,
  jobs: {
    make_refund: makeRefundLater,
    resume_refunds: resumeRefunds,
  },
  emails: {
    withdrawn,
    refunded_in_part: refundedInPart,
    refund_failed: refundFailed,
  },
} satisfies Feature
