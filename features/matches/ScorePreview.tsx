import { scoreLine, scoreOutcome, type MatchStatus, type SetScore } from '#/rules/outcome.ts'
import { Scoreboard } from '#/web/ui/Scoreboard.tsx'

type ScorePreviewProps = {
  /** The winner's side first. */
  sides: readonly [string, string]
  sets: readonly SetScore[]
  status: MatchStatus
  /** The sport's word for a set. */
  word: string
  /** Why the score is not complete yet. Null if it is. */
  sentence: string | null
}

/** The result in the sport's notation, updated during entry. */
export function ScorePreview({ sides, sets, status, word, sentence }: ScorePreviewProps) {
  const { has_winner, counts_as_played } = scoreOutcome(status)
  const stands = sentence === null
  return (
    <section aria-labelledby="preview" className="flex flex-col gap-3">
      <h2 id="preview" className="lettering text-xl">
        Preview
      </h2>
      <Scoreboard
        sides={[{ name: sides[0] }, { name: sides[1] }]}
        sets={sets}
        word={word}
        winner={stands && has_winner ? 0 : null}
        wells={counts_as_played ? 2 : 1}
        caption="The score as it will be shown"
      />
      <output className={`block ${stands ? '' : 'text-ink-soft'}`}>
        {stands ? (
          <>
            {sides[0]} {has_winner ? 'd.' : 'and'} {sides[1]}{' '}
            <span className="figures text-lg whitespace-nowrap [word-spacing:0.3em]">{scoreLine(sets, status)}</span>
          </>
        ) : (
          sentence
        )}
      </output>
    </section>
  )
}
