import type { UndoPart } from '#/web/undo.ts'

export type Toast = { id: number; tone: 'good' | 'bad'; text: string; undo?: UndoPart | undefined }

let shown: readonly Toast[] = []
let last = 0
const listeners = new Set<() => void>()

/** Shows a message for five seconds, or ten if it can be undone, from anywhere in the browser code. */
export function showToast(toast: Omit<Toast, 'id'>): void {
  last += 1
  // A repeated text replaces its earlier message. More than three messages would cover the page.
  shown = [...shown.filter(({ text }) => text !== toast.text), { ...toast, id: last }].slice(-3)
  changed()
}

export function dismissToast(id: number): void {
  shown = shown.filter((toast) => toast.id !== id)
  changed()
}

export function subscribeToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function currentToasts(): readonly Toast[] {
  return shown
}

function changed(): void {
  for (const listener of listeners) listener()
}
