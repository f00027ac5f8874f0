import { Suspense } from 'react'
import { organization } from '#/contract/organization.ts'
import { paths } from '#/contract/paths.ts'
import { textNames, type TextKey } from '#/contract/texts.ts'
import { getText } from '#/features/calls.gen.ts'
import { useRead } from '#/web/api.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { PublicFrame } from '#/web/PublicFrame.tsx'
import { useParams } from '#/web/router.tsx'
import { Screen } from '#/web/Screen.tsx'
import { ButtonLink } from '#/web/ui/Button.tsx'
import { Prose } from '#/web/ui/Prose.tsx'
import { lazyPart } from '#/web/lazy-part.tsx'

const PublicRules = lazyPart(() => import('./PublicRules.tsx'))

/** The rules, or one of the organization's texts, as a public page. */
export default function TextPage() {
  // The call responds to an unknown key with not_found.
  const key = useParams()['key'] as TextKey
  return (
    <PublicFrame>
      {key === 'rules' ? (
        <Suspense>
          <PublicRules />
        </Suspense>
      ) : (
        <PublishedText textKey={key} />
      )}
    </PublicFrame>
  )
}

function PublishedText({ textKey: key }: { textKey: TextKey }) {
  const read = useRead(getText, { params: { key } })
  return (
    <Screen title={read.data?.title ?? textNames[key] ?? 'Text'}>
      <Loaded
        of={read}
        loading="Loading the text"
        skeleton={{ kind: 'lines', count: 6 }}
        missing={`${organization().name} has not published this page.`}
        action={<ButtonLink to={paths.signIn}>Go to {organization().name}</ButtonLink>}
      >
        {({ html }) => <Prose html={html} />}
      </Loaded>
    </Screen>
  )
}
