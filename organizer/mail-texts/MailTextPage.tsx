import { deskPaths } from '#/contract/desk-paths.ts'
import { useRead } from '#/web/api.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { useParams } from '#/web/router.tsx'
import { Screen } from '#/web/Screen.tsx'
import { ErrorState } from '#/web/ui/ErrorState.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { listMailTexts } from '#/organizer/calls.gen.ts'
import { MailTextForm } from './MailTextForm.tsx'

/** The organization's own words in one kind of email. */
export default function MailTextPage() {
  const { kind } = useParams()
  const read = useRead(listMailTexts, {})
  const found = read.data?.kinds.find((each) => each.kind === kind)
  return (
    <Screen
      title={found?.title ?? 'Email'}
      kicker={<TextLink to={deskPaths.text('emails')}>All emails</TextLink>}
      lead="Use your own subject and opening. The rest of the email does not change."
    >
      <Loaded of={read} loading="Loading the email">
        {() =>
          found ? (
            <MailTextForm key={`${found.subject}\n${found.opening}`} of={found} />
          ) : (
            <ErrorState title="There is no such email">Choose one from the list.</ErrorState>
          )
        }
      </Loaded>
    </Screen>
  )
}
