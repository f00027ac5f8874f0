import { paths } from '#/contract/paths.ts'
import { ButtonLink } from '#/web/ui/Button.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'

/** Next steps for a player who is in no league yet. */
export function FirstSteps() {
  return (
    <section aria-labelledby="first-steps" className="rounded-md border border-line bg-surface p-4 sm:p-6">
      <h2 id="first-steps" className="lettering text-2xl">
        Your first match
      </h2>
      <ol className="mt-3 flex list-decimal flex-col gap-1.5 pl-5">
        <li>Choose a season and a division, and join.</li>
        <li>
          Say <TextLink to={paths.availabilitySettings}>when you can play</TextLink>, so that times are suggested to
          you.
        </li>
        <li>Your matches appear here. Agree on a time, play, and report the score.</li>
      </ol>
      <div className="mt-4">
        <ButtonLink to={paths.joinLeague}>Choose a season</ButtonLink>
      </div>
    </section>
  )
}
