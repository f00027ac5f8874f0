import { showToast } from './ui/toasts.ts'

/**
 * Copies a read-only field. Returns whether that worked. A browser may refuse (no permission, no secure connection): the
 * text is then selected for copying by hand.
 */
export async function copyFrom(input: HTMLInputElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(input?.value ?? '')
    return true
  } catch (error) {
    console.warn('The text could not be copied.', error)
    input?.focus()
    input?.select()
    showToast({ tone: 'bad', text: 'Your browser does not allow copying. The link is selected: copy it by hand.' })
    return false
  }
}
