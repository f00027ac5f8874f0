import type { Reply } from '#/contract/endpoint.ts'
import { formatList } from '#/contract/locale.ts'
import { paths } from '#/contract/paths.ts'
import { phoneLink } from '#/contract/phone-link.ts'
import { saveCalendar } from '#/features/matches/save-calendar.web.ts'
import { comparePlayers, type getMatch } from '#/features/calls.gen.ts'
import { Face } from '#/features/leagues/Face.tsx'
import { PlayerName } from '#/features/leagues/PlayerName.tsx'
import { playersOn } from '#/features/matches/format.ts'
import { useRead } from '#/web/api.ts'
import { Button } from '#/web/ui/Button.tsx'
import { Card } from '#/web/ui/Card.tsx'
import { Icon } from '#/web/ui/Icon.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'

type Match = Reply<typeof getMatch>

/** The reader's opponents: their faces, how to reach them, and earlier matches; of an agreed match its map and calendar. */
export function OpponentPart({ match, side }: { match: Match; side: 1 | 2 }) {
  const opponents = playersOn(side === 1 ? 2 : 1, match)
  const [first] = opponents
  const isAgreed = match.match_date !== null && !match.played && !match.not_played
  return (
    <Card>
      <h2 className="sr-only">The other side</h2>
      <ul className="flex flex-col gap-3">
        {opponents.map(({ id, name }) => {
          const phone = match.phones.find(({ player_id }) => player_id === id)?.phone
          return (
            <li key={id} className="flex flex-wrap items-center gap-x-3">
              <Face player_id={id} name={name} />
              <span className="font-[650] wrap-anywhere">
                <PlayerName player_id={id} name={name} />
              </span>
              {phone !== undefined && (
                <span className="flex gap-3">
                  <a href={phoneLink(phone)} className={link}>
                    Call<span className="sr-only"> {name}</span>
                  </a>
                  <a href={phoneLink(phone).replace('tel:', 'sms:')} className={link}>
                    Text<span className="sr-only"> {name}</span>
                  </a>
                </span>
              )}
            </li>
          )
        })}
      </ul>
      {opponents.length === 1 && first && <Met id={first.id} />}
      {isAgreed && (
        <div className="mt-3 flex flex-wrap items-center gap-3">
          <Button variant="secondary" icon={<Icon name="calendar" />} onClick={() => void saveCalendar(match.id)}>
            Add to calendar
          </Button>
          {match.map_url !== null && (
            <a href={match.map_url} target="_blank" rel="noreferrer" className={link}>
              Map<span className="sr-only"> of {match.match_location}, opens in a new tab</span>
            </a>
          )}
        </div>
      )}
    </Card>
  )
}

const link = 'inline-flex min-h-11 items-center font-[620] underline underline-offset-4'

/** The reader's record against one opponent. */
function Met({ id }: { id: number }) {
  const { data } = useRead(comparePlayers, { query: { player_two: id } })
  return (
    // Reserves the line until it is loaded.
    <p className="mt-2 text-ink-soft">
      {data ? formatMet(data.head_to_head) : '\u00a0'}{' '}
      {data && <TextLink to={paths.comparison({ two: id })}>Compare</TextLink>}
    </p>
  )
}

/** 'You have met 3 times: 2 won and 1 lost.' */
export function formatMet({ wins, losses, ties }: { wins: number; losses: number; ties: number }): string {
  const met = wins + losses + ties
  if (met === 0) return 'You have not met yet.'
  const counts = [wins > 0 && `${wins} won`, losses > 0 && `${losses} lost`, ties > 0 && `${ties} tied`].filter(
    (count) => count !== false,
  )
  return `You have met ${met === 1 ? 'once' : `${met} times`}: ${formatList(counts)}.`
}
