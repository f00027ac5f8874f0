import { getMatchCalendar } from '#/features/calls.gen.ts'
import { ApiError } from '#/web/call.ts'
import { download } from '#/web/download.ts'
import { showToast } from '#/web/ui/toasts.ts'

/** Saves a match as a file that the device opens in its calendar. */
export async function saveCalendar(match_id: number): Promise<void> {
  try {
    await download(getMatchCalendar, { params: { id: match_id } })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    showToast({ tone: 'bad', text: error.message })
  }
}
