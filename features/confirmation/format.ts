import { formatMoment } from '#/contract/format.ts'
import type { Confirmation } from '#/features/matches/contract.ts'

type StateNotice = { tone: 'info' | 'success' | 'warn'; title: string; text: string }

/** A score's confirmation state in words for its reader. */
export function formatConfirmation({ state, role, answer_until, has_corrected }: Confirmation): StateNotice {
  const until = formatMoment(answer_until)
  switch (state) {
    case 'unconfirmed':
      if (role === 'other')
        return {
          tone: 'warn',
          title: 'Is this score right?',
          text: `It already counts. You can answer until ${until}; after that, it is confirmed automatically.${has_corrected ? ' Your side has already corrected it once. If it is still wrong, dispute it.' : ''}`,
        }
      return {
        tone: 'info',
        title: role === 'author' ? 'Waiting for the other side' : 'Not confirmed yet',
        text: `It already counts. The other side can answer until ${until}; after that, it is confirmed automatically.`,
      }
    case 'disputed':
      return {
        tone: 'warn',
        title: 'This score is disputed',
        text: 'It is out of the standings until an organizer settles it.',
      }
    case 'confirmed':
      return {
        tone: 'success',
        title: 'This score is final',
        text: 'It is confirmed. Only an organizer can change it.',
      }
    case 'settled':
      return { tone: 'success', title: 'This score is final', text: 'An organizer has settled it.' }
  }
}
