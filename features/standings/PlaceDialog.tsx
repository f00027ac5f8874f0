import { areaName } from '#/contract/areas.ts'
import { formatLeague, formatReplacement } from '#/contract/format.ts'
import { formatOrdinal } from '#/contract/locale.ts'
import { useRead } from '#/web/api.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { explainPlace } from '#/features/calls.gen.ts'
import { ChancesLater } from './ChancesLater.tsx'
import { PlaceNeedsPart } from './PlaceNeedsPart.tsx'
import { PlaceStepsPart } from './PlaceStepsPart.tsx'

type PlaceDialogProps = {
  league_id: number
  entry_id: number
  /** Whether the entry has a position, which the lot alone does not give. */
  isRanked: boolean
  onClose: () => void
}

/** Explains an entry's position step by step, and what it still needs for the play-offs. */
export function PlaceDialog({ league_id, entry_id, isRanked, onClose }: PlaceDialogProps) {
  const read = useRead(explainPlace, { query: { league_id, entry_id } })
  const place = read.data
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title={place ? (isRanked ? `Why ${formatOrdinal(place.rank)}?` : 'No place yet') : 'Why this place?'}
      description={
        place &&
        [
          `${place.name}${place.is_me ? ' (you)' : ''} ${isRanked ? `is ${formatOrdinal(place.rank)} of ${place.total}` : 'has not played yet'}: ${formatLeague(place)}, ${areaName(place.area)}.`,
          ...(place.replacements ?? []).map((replacement) => `${formatReplacement(replacement)}.`),
        ].join(' ')
      }
    >
      <Loaded
        of={read}
        loading="Working it out"
        skeleton={{ kind: 'lines', count: 6 }}
        missing="This entry is no longer in the league."
      >
        {({ needs, steps, ladder }) => (
          <div className="flex flex-col gap-7">
            <PlaceNeedsPart needs={needs} ladder={ladder}>
              {!ladder && !needs.season_over && <ChancesLater league_id={league_id} entry_id={entry_id} />}
            </PlaceNeedsPart>
            <PlaceStepsPart steps={steps} ladder={ladder} entry_id={entry_id} />
          </div>
        )}
      </Loaded>
    </Dialog>
  )
}
