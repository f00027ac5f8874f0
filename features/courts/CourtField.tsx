import { useId } from 'react'
import type { AreaSlug } from '#/contract/areas.ts'
import { useRead } from '#/web/api.ts'
import type { FieldProps } from '#/web/form.ts'
import { TextField } from '#/web/ui/TextField.tsx'
import { listCourts } from '#/features/calls.gen.ts'

type CourtFieldProps = FieldProps & {
  label: string
  optional?: boolean
  /** Where the match is; '': not known yet. */
  area: AreaSlug
}

/** A place as free text, with the courts of the area to choose from while typing. */
export function CourtField({ area, ...field }: CourtFieldProps) {
  const list = useId()
  const read = useRead(listCourts, { query: { area } }, { enabled: area !== '' })
  const courts = read.data?.courts ?? []
  return (
    <>
      <TextField
        {...field}
        list={list}
        placeholder={courts[0] && `${courts[0].name}, court 4`}
        autoComplete="off"
        maxLength={120}
      />
      <datalist id={list}>
        {courts.map(({ id, name, address, has_lights }) => (
          <option key={id} value={name}>{`${name}, ${address}${has_lights ? ', with lights' : ''}`}</option>
        ))}
      </datalist>
    </>
  )
}
