import type { ReactNode } from 'react'

/** The part of a toast that undoes its change. `dismiss` ends the toast. */
export type UndoPart = (dismiss: () => void) => ReactNode

/** Set by the desk, the only place with changes that can be undone. Its code is not loaded anywhere else. */
export const undoParts: { of?: (audit_id: string) => UndoPart } = {}

/** The audit entries that replies to changes name. */
export const auditIds = new WeakMap<object, string>()
