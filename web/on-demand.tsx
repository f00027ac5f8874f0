import type { ComponentType } from 'react'
import { createPart, loadOnAnyReach, usePart } from './ui/part.ts'

/** A dialog whose code, with its form and its schemas, comes when somebody reaches for a button; mounted while it is open. */
export function onDemand<P extends { onClose: () => void }>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const part = createPart(load)
  loadOnAnyReach(part)
  return function OnDemand(props: P) {
    const Dialog = usePart(part, true, props.onClose)
    return Dialog ? <Dialog {...props} /> : null
  }
}
