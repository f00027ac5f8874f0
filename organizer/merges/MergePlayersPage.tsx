import { useParams, useSearchParams } from '#/web/router.tsx'
import { useRead } from '#/web/api.ts'
import { call } from '#/web/call.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { Screen } from '#/web/Screen.tsx'
import { type Choice, SearchPicker } from '#/web/ui/SearchPicker.tsx'
import { previewMerge, getOrganizerPlayer, listOrganizerPlayers } from '#/organizer/calls.gen.ts'
import { noteOf } from '#/organizer/players/format.ts'
import { AccountComparison } from './AccountComparison.tsx'

/** Merges two accounts of one person: choose the other, see what moves, give a reason. ?from= */
export default function MergePlayersPage() {
  const { id = '' } = useParams()
  const [params, setParams] = useSearchParams()
  const from = params.get('from')
  const read = useRead(getOrganizerPlayer, { params: { id } })
  const preview = useRead(previewMerge, { params: { id }, query: { from_id: from ?? '' } }, { enabled: from !== null })
  const { data: player } = read
  const closes = preview.data?.closes
  const choose = (choice: Choice | null) => setParams(choice ? { from: choice.id } : {}, { replace: true })
  return (
    <Screen
      kicker={player?.name}
      title="Merge accounts"
      lead="For one person who signed up twice. Everything in the other account moves to this one, and the other account is closed."
    >
      <Loaded of={read} loading="Loading the player" missing="There is no such player in your areas.">
        {() => (
          <div className="flex max-w-2xl flex-col gap-6">
            <SearchPicker
              label="The other account"
              name="from"
              hint="This account will be closed."
              placeholder="Search by name or email"
              value={closes ? { id: String(closes.id), name: closes.name } : null}
              onChange={choose}
              search={search}
            />
            {from !== null && (
              <Loaded
                of={preview}
                loading="Comparing the accounts"
                skeleton={{ count: 2 }}
                missing="There is no such player in your areas."
              >
                {(comparison) => <AccountComparison preview={comparison} />}
              </Loaded>
            )}
          </div>
        )}
      </Loaded>
    </Screen>
  )
}

async function search(text: string, signal: AbortSignal): Promise<Choice[]> {
  const { players } = await call(listOrganizerPlayers, { query: { search: text } }, { signal })
  return players.map((player) => ({ id: String(player.id), name: player.name, note: noteOf(player) }))
}
