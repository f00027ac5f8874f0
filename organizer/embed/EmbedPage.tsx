import { useEffect, useRef, useState, type ChangeEvent } from 'react'
import { areaName } from '#/contract/areas.ts'
import { integrationPaths } from '#/contract/integration-paths.ts'
import { embedViews, type EmbedView } from '#/features/embed/contract.ts'
import { listDivisions } from '#/features/calls.gen.ts'
import { CopyField } from '#/organizer/desk/CopyField.tsx'
import { IntegrationTabs } from '#/organizer/desk/IntegrationTabs.tsx'
import { useAction } from '#/web/action.ts'
import { useRead } from '#/web/api.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { useSearchParams } from '#/web/router.tsx'
import { Screen } from '#/web/Screen.tsx'
import { Checkbox } from '#/web/ui/Checkbox.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { SelectField } from '#/web/ui/SelectField.tsx'
import { changePublicPages, listPublicPages } from '#/organizer/calls.gen.ts'
import { snippetOf } from './snippet.ts'

const views: Record<EmbedView, string> = {
  standings: 'Standings',
  results: 'Results',
  bracket: 'Play-offs',
  schedule: 'Schedule',
  join: 'Join the league',
}
const viewOptions = embedViews.map((value) => ({ value, label: views[value] }))

const themeOptions = [
  { value: '', label: 'As the visitor’s device' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

/** Embedding the league in other web sites: ?area=&division=&view=&theme=. */
export default function EmbedPage() {
  const pages = useRead(listPublicPages, {})
  const divisions = useRead(listDivisions, { query: {} })
  return (
    <Screen
      title="On your web site"
      lead="Your club’s web site shows a league as it stands: copy the lines into its page. Players are shown as “Ada M.” unless they allow their whole name."
    >
      <IntegrationTabs current={integrationPaths.pages} />
      <Loaded of={pages} loading="Loading the areas">
        {({ areas }) => (
          <Loaded of={divisions} loading="Loading the divisions">
            {({ items }) => <Choice areas={areas} divisions={items} />}
          </Loaded>
        )}
      </Loaded>
    </Screen>
  )
}

type ChoiceProps = {
  areas: readonly { area: string; shown: boolean }[]
  divisions: readonly { slug: string; name: string }[]
}

function Choice({ areas, divisions }: ChoiceProps) {
  const [params, setParams] = useSearchParams()
  const change = useAction(changePublicPages, { stale: [listPublicPages] })
  const chosen = areas.find(({ area }) => area === params.get('area')) ?? areas[0]
  const division = divisions.find(({ slug }) => slug === params.get('division')) ?? divisions[0]
  const view = embedViews.find((each) => each === params.get('view')) ?? 'standings'
  const theme = params.get('theme') ?? ''
  if (!chosen || !division) return <Notice>There are no leagues to show yet.</Notice>
  const set = (name: string) => (event: ChangeEvent<HTMLSelectElement>) => {
    const { value } = event.currentTarget
    const next = new URLSearchParams(params)
    if (value === '') next.delete(name)
    else next.set(name, value)
    setParams(next, { replace: true })
  }
  const { area } = chosen
  const shown = change.input?.params.area === area ? change.input.body.shown : chosen.shown
  const path = integrationPaths.embed({ area, division: division.slug, view, ...(theme !== '' && { theme }) })
  const title = `${views[view]}, ${division.name}, ${areaName(area)}`
  return (
    <div className="grid items-start gap-8 lg:grid-cols-2">
      <div className="flex flex-col gap-5">
        <SelectField
          name="area"
          label="Area"
          value={area}
          onChange={set('area')}
          options={areas.map((each) => ({ value: each.area, label: areaName(each.area) }))}
        />
        <Checkbox
          name="shown"
          label={`Other web sites may show the leagues of ${areaName(area)}`}
          checked={shown}
          onChange={({ currentTarget: { checked } }) => {
            if (!change.busy) change.run({ params: { area }, body: { shown: checked } })
          }}
        />
        <SelectField
          name="division"
          label="Division"
          value={division.slug}
          onChange={set('division')}
          options={divisions.map(({ slug, name }) => ({ value: slug, label: name }))}
        />
        <SelectField name="view" label="What to show" value={view} onChange={set('view')} options={viewOptions} />
        <SelectField name="theme" label="Colors" value={theme} onChange={set('theme')} options={themeOptions} />
        <p className="text-sm text-ink-soft">
          It shows the season that is being played, else the next. Add season= and year= to the address for another one.
        </p>
      </div>
      {shown ? (
        <div className="flex min-w-0 flex-col gap-6">
          <CopyField
            label="Lines for your web site"
            value={snippetOf(location.origin, path, title)}
            copy="Copy the lines"
            rows={8}
          />
          <CopyField label="The same as JSON" value={`${location.origin}/api${path}`} copy="Copy the address" />
          <Preview key={path} path={path} title={title} />
        </div>
      ) : (
        <Notice>Other web sites show nothing of {areaName(area)}.</Notice>
      )}
    </div>
  )
}

function Preview({ path, title }: { path: string; title: string }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [height, setHeight] = useState(320)
  useEffect(() => {
    const listen = ({ source, data }: MessageEvent) => {
      const asked: unknown = (data as { league_page_height?: unknown } | null)?.league_page_height
      if (source === frame.current?.contentWindow && typeof asked === 'number') setHeight(asked)
    }
    addEventListener('message', listen)
    return () => removeEventListener('message', listen)
  }, [])
  return (
    <figure className="flex flex-col gap-2">
      <figcaption className="text-sm font-[650]">Preview</figcaption>
      <iframe ref={frame} src={path} title={title} height={height} className="w-full rounded-md border border-line" />
    </figure>
  )
}
