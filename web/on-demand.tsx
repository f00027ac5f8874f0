import type { ComponentType } from 'react'
import { createPart, loadOnAnyReach, usePart } from './ui/part.ts'

/** A dialog whose code loads when the reader reaches for a button. Mount it only while it is open. */
export function onDemand<P extends { onClose: () => void }>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const part = createPart(load)
  loadOnAnyReach(part)
  return function OnDemand(props: P) {
    const Dialog = usePart(part, true, props.onClose)
    return Dialog ? <Dialog {...props} /> : null
  }
}
