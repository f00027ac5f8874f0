import type { FieldProps } from './form.ts'

type DayForm<P> = { field: (path: P) => FieldProps; set: (path: P, day: string) => void }

/** Props of a DateField for a day in a form (yyyy-mm-dd; '' for none). */
export function dayField<P extends string>(form: DayForm<P>, path: P) {
  const { id, value, error } = form.field(path)
  return { id, value, error, onChange: (day: string) => form.set(path, day) }
}
