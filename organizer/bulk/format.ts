import { formatThings } from '#/organizer/desk/bulk-contract.ts'
import type { BulkRequest } from './contract.ts'

/** The whole act as the audit log shows it: 'Moved 6 entries at once'. */
export function formatAct(request: BulkRequest, count: number): string {
  const things = formatThings(request.act, count)
  switch (request.act) {
    case 'move':
      return `Moved ${things} at once`
    case 'withdraw':
      return `Withdrew ${things} at once, ${request.refund ? 'with refunds' : 'without refunds'}`
    case 'limit':
      return request.capacity === null
        ? `Lifted the limit of ${things} at once`
        : `Limited ${things} at once to ${request.capacity}`
    case 'walkover':
      return `Awarded ${things} of one player at once`
    case 'merge_leagues':
      return `Merged ${things} into another`
    case 'cancel_league':
      return `Canceled ${things}, with all refunds`
    case 'message':
      return `Emailed “${request.subject}” to ${things}`
    case 'close':
      return `Closed ${things} at once`
  }
}
