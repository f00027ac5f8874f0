import { getRatingFormula } from '#/features/calls.gen.ts'
import { useRead } from '#/web/api.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { PublicFrame } from '#/web/PublicFrame.tsx'
import { Screen } from '#/web/Screen.tsx'

/** The formula of the ratings, and a match that the reader can recalculate. */
export default function RatingPage() {
  return (
    <PublicFrame>
      <Formula />
    </PublicFrame>
  )
}

function Formula() {
  const read = useRead(getRatingFormula, {})
  return (
    <Screen title="How ratings work" lead="Nothing is secret: every point can be recalculated. A calculator is enough.">
      <Loaded of={read} loading="Loading the formula" skeleton={{ kind: 'lines', count: 12 }}>
        {({ rules, parameters, meanings, example }) => (
          <div className="flex max-w-prose flex-col gap-10">
            {rules.map(({ title, formula, text }) => (
              <section key={title} className="flex flex-col gap-2">
                <h2 className="lettering text-2xl">{title}</h2>
                {formula !== null && <p className="font-[620] break-words">{formula}</p>}
                <p>{text}</p>
              </section>
            ))}
            <section className="flex flex-col gap-4">
              <h2 className="lettering text-2xl">An example</h2>
              <p>
                {example.players.map(({ name }) => name).join(' and ')} have never played. {example.players[0]?.name} is
                one level stronger and wins {example.sets.map((set) => `${set.score_1}-${set.score_2}`).join(' ')}.
              </p>
              <ol className="flex list-decimal flex-col gap-4 pl-5">
                {example.steps.map(({ title, sums }) => (
                  <li key={title}>
                    {title}
                    <ul className="mt-1 flex flex-col gap-1">
                      {sums.map((sum) => (
                        <li key={sum} className="font-[620] break-words">
                          {sum}
                        </li>
                      ))}
                    </ul>
                  </li>
                ))}
              </ol>
            </section>
            <section className="flex flex-col gap-2">
              <h2 className="lettering text-2xl">The numbers</h2>
              <dl className="flex flex-col gap-2">
                {Object.entries(parameters).map(([name, value]) => (
                  <div key={name}>
                    <dt>{meanings[name]}</dt>
                    <dd className="font-[620] break-words">
                      {name} = {value}
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          </div>
        )}
      </Loaded>
    </Screen>
  )
}
