import { useState } from 'react'
import { decidingSets, setupOf, type LiveSetup } from '#/rules/live-scoring.ts'
import { findFormat, formatsOf, sportWords } from '#/rules/sports/formats.ts'
import { groupsOf } from '#/rules/sports/sports.ts'
import { Button } from '#/web/ui/Button.tsx'
import { RadioGroup } from '#/web/ui/RadioGroup.tsx'
import type { ScoredLive } from './contract.ts'

type SetupFormProps = {
  match: ScoredLive
  scoring: NonNullable<ScoredLive['scoring']>
  onStart: (setup: LiveSetup) => void
}

/** Asks for the format, if the season allows several, and the first server. */
export function SetupForm({ match, scoring: { rules, mixed }, onStart }: SetupFormProps) {
  // The most common format: best of three sets, if allowed.
  const usual = rules.formats.find((format) => sets(format) === 2) ?? rules.formats[0]!
  const [format, setFormat] = useState(usual)
  const choices = decidingSets(format, rules)
  const [wanted, setWanted] = useState<LiveSetup['deciding']>('tie_break')
  const [server, setServer] = useState<'1' | '2'>('1')
  const deciding = choices.includes(wanted) ? wanted : choices[0]!
  const { set } = sportWords[match.sport]
  return (
    <form
      className="flex max-w-xl flex-col gap-6"
      onSubmit={(event) => {
        event.preventDefault()
        onStart(
          setupOf({ format, deciding, first_server: server === '1' ? 1 : 2 }, rules, { pairs: match.pairs, mixed }),
        )
      }}
    >
      {rules.formats.length > 1 && (
        <RadioGroup
          label="What do you play?"
          name="format"
          layout="list"
          value={format}
          onChange={setFormat}
          options={formatsOf(rules.formats).map((each) => ({ value: each.format, label: each.name }))}
        />
      )}
      {choices.length > 1 && (
        <RadioGroup
          label={`If it is level before the last ${set}`}
          name="deciding"
          layout="list"
          value={deciding}
          onChange={setWanted}
          options={[
            { value: 'tie_break', label: `Match tie-break to ${groupsOf([format]).played[0]?.match_tie_break?.to}` },
            { value: 'set', label: `A whole ${set}` },
          ]}
        />
      )}
      <RadioGroup
        label="Who serves first?"
        name="server"
        layout="list"
        value={server}
        onChange={setServer}
        options={[
          { value: '1', label: match.player_one },
          { value: '2', label: match.player_two },
        ]}
      />
      <Button type="submit" size="lg" wide>
        Start scoring
      </Button>
      <p className="text-sm text-ink-soft">
        {match.is_playoff ? 'Everybody with the link to the play-offs' : 'The players of this league'} can follow the
        score. Nothing counts until you report it at the end.
      </p>
    </form>
  )
}

function sets(format: LiveSetup['format']): number {
  return findFormat(format)!.sets_to_win
}
