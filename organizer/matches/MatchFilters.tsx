import { useState, type FormEvent } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useRead } from '#/web/api.ts'
import { Button } from '#/web/ui/Button.tsx'
import { SelectField } from '#/web/ui/SelectField.tsx'
import { TextField } from '#/web/ui/TextField.tsx'
import { listOrganizerChoices } from './contract.ts'

/** Season, division and a player's name, kept in the address. */
export function MatchFilters() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const { data } = useRead(listOrganizerChoices, {})
  const asked = params.get('player') ?? ''
  /** What is typed and not yet asked for; another address is another text. */
  const [typed, setTyped] = useState({ of: asked, text: asked })
  const player = typed.of === asked ? typed.text : asked
  const open = ['overdue', 'to_arrange', 'arranged'].includes(params.get('state') ?? '')
  const season = params.get('season')
  const chosen = season === null ? '' : `${season} ${params.get('year') ?? ''}`

  function change(changes: Record<string, string>): void {
    const next = new URLSearchParams({ ...Object.fromEntries(params), ...changes })
    next.delete('page')
    for (const name of Object.keys(changes)) if (next.get(name) === '') next.delete(name)
    void navigate(`?${next}`)
  }

  function search(event: FormEvent): void {
    event.preventDefault()
    change({ player: player.trim(), state: '' })
  }

  return (
    <search>
      <form onSubmit={search} className="mb-6 grid grid-cols-2 gap-4 lg:grid-cols-3">
        <SelectField
          name="season"
          label="Season"
          optional="filter"
          placeholder={open ? 'Current and recent seasons' : 'All seasons'}
          value={chosen}
          options={(data?.seasons ?? []).map((each) => ({
            value: `${each.season_slug} ${each.year}`,
            label: `${each.season} ${each.year}`,
          }))}
          onChange={(event) => {
            const [slug = '', year = ''] = event.currentTarget.value.split(' ')
            change({ season: slug, year })
          }}
        />
        <SelectField
          name="division"
          label="Division"
          optional="filter"
          placeholder="All divisions"
          value={params.get('division') ?? ''}
          options={(data?.divisions ?? []).map(({ division, division_name }) => ({
            value: division,
            label: division_name,
          }))}
          onChange={(event) => change({ division: event.currentTarget.value })}
        />
        <div className="col-span-2 flex items-end gap-3 lg:col-span-1">
          <TextField
            name="player"
            label="Player"
            optional="filter"
            type="search"
            className="min-w-0 flex-1"
            placeholder="Part of a name"
            maxLength={100}
            value={player}
            onChange={(event) => setTyped({ of: asked, text: event.currentTarget.value })}
          />
          <Button type="submit" variant="secondary" className="min-h-12">
            Search
          </Button>
        </div>
      </form>
    </search>
  )
}
