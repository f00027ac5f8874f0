import { themeColorsOf } from '#/rules/colors.ts'
import { isolateNames } from '#/rules/direction.ts'
import type { Email } from './mail.ts'
import { organization } from '#/contract/organization.ts'

type Button = { label: string; url: string }

/** The words of an email, from which its HTML and its plain text are made. */
export type Words = {
  to: { name: string; email: string }
  /** The player whose inbox gets it. Left out if the address may be a stranger's. */
  player_id?: number
  subject: string
  /** The name in the greeting. Left out if a stranger may have chosen it: it would be the stranger's words in our email. */
  greet?: string
  paragraphs: readonly string[]
  /** The reader of replies, if it is neither the area's contact nor the organization. */
  reply_to?: { name: string; email: string }
  /** An event for the reader's calendar. */
  calendar?: NonNullable<Email['calendar']>
  /** The screen that the inbox opens, if it differs from the email's link. The inbox shows the first paragraph, or `brief`. */
  path?: string
  brief?: string
  /** Several buttons above the action, as alternatives. */
  choices?: readonly Button[]
  action?: Button
  /** The reason why it was sent. */
  reason: string
  /** The way to turn off emails of this kind. */
  stop: string
}

/** The head of an email to a player. */
export function addressTo(player: { id: number; name: string; email: string; first_name: string }) {
  return { to: { name: player.name, email: player.email }, player_id: player.id, greet: player.first_name }
}

/** The way to turn off emails about the security of an account. */
export const SECURITY_STOP = 'This email is sent for your security, so it cannot be turned off.'

type Envelope = {
  message_id: string
  date: Date
  site: string
  support_email: string
  /** The way to turn this kind off without signing in. Left out if it cannot be turned off. */
  unsubscribe?: Unsubscribe | undefined
}

/** `url` accepts the POST of a mail program (RFC 8058), `page` is for people. `kind` is the name of what is turned off. */
export type Unsubscribe = { url: string; page: string; kind: string }

/** Formats the email as HTML (light and dark) and as plain text. */
export function renderEmail(words: Words, envelope: Envelope): Email {
  const { message_id, date, unsubscribe } = envelope
  const shown = isolated(words)
  return {
    message_id,
    date,
    to: words.to,
    subject: shown.subject,
    text: textOf(shown, envelope),
    html: htmlOf(shown, envelope),
    ...(words.calendar && { calendar: words.calendar }),
    ...(unsubscribe && { unsubscribe: unsubscribe.url }),
  }
}

/** The words with each name in its own direction. Mail programs know no `bdi`, and the plain text has no elements. */
function isolated({ choices, action, ...words }: Words): Words {
  const button = ({ label, url }: Button) => ({ label: isolateNames(label), url })
  return {
    ...words,
    subject: isolateNames(words.subject),
    paragraphs: words.paragraphs.map(isolateNames),
    ...(choices && { choices: choices.map(button) }),
    ...(action && { action: button(action) }),
    reason: isolateNames(words.reason),
  }
}

function formatStop({ kind }: Unsubscribe): string {
  return `Stop emails like this (${kind})`
}

function greetingOf({ greet }: Words): string {
  return greet && isPlainName(greet) ? `Hello ${isolateNames(greet)},` : 'Hello,'
}

/** Letters with spaces, hyphens and apostrophes, which no mail program turns into a link. */
export function isPlainName(name: string): boolean {
  return name.length <= 40 && /^\p{L}[\p{L}\p{M}'’ -]*$/u.test(name)
}

function textOf(words: Words, { site, support_email, unsubscribe }: Envelope): string {
  return [
    greetingOf(words),
    ...words.paragraphs,
    ...(words.choices ?? []).map(({ label, url }) => `${label}:\n${url}`),
    ...(words.action ? [`${words.action.label}:\n${words.action.url}`] : []),
    // Mail programs fold the text after "-- ".
    [
      '-- ',
      `${organization().name} · ${site}`,
      oneStop(words.reason),
      words.stop,
      ...(unsubscribe ? [`${formatStop(unsubscribe)}: ${unsubscribe.page}`] : []),
      `Questions? Write to ${support_email}.`,
    ].join('\n'),
  ].join('\n\n')
}

// Some mail programs drop stylesheets or their dark rules, so each element has its light style inline.
const look = {
  page: 'margin:0;padding:24px 12px;background:#f3f0e7;color:#0c1d15;font:16px/1.55 Archivo,"Helvetica Neue",Arial,sans-serif',
  sheet: 'max-width:560px;margin:0 auto;background:#fdfcf8;border:1px solid #d5d0c1;border-radius:3px;overflow:hidden',
  board: 'padding:20px 28px;color:#f5f3ea;font-size:22px;font-weight:800;letter-spacing:0.02em',
  ball: 'display:inline-block;width:12px;height:12px;margin-left:6px;border-radius:50%',
  body: 'padding:28px',
  line: 'margin:0 0 16px',
  button: 'display:inline-block;padding:14px 26px;border-radius:2px;font-weight:700;text-decoration:none',
  choice: 'display:block;padding:14px 20px;border-radius:2px;font-weight:700;text-decoration:none;text-align:center',
  link: 'margin:0;font-size:14px;color:#47584f;overflow-wrap:anywhere',
  foot: 'padding:20px 28px;border-top:1px solid #d5d0c1;font-size:14px;color:#47584f',
} as const

/** The organization's colors: the dark plate, the highlight on it, and the button in dark mode. */
function emailColors() {
  const { main_color: main, accent_color: accent } = organization()
  const sheet = themeColorsOf({ main, accent })
  const of = (name: string, theme: 0 | 1) => sheet[name]?.[theme] ?? ''
  return {
    plate: of('board', 0),
    lit: of('live', 0),
    plate_by_night: of('board', 1),
    button_by_night: of('action', 1),
    on_button_by_night: of('on-action', 1),
  }
}

const darkOf = ({
  plate_by_night,
  button_by_night,
  on_button_by_night,
}: ReturnType<typeof emailColors>) => `@media (prefers-color-scheme:dark){
.page{background:#08130e!important;color:#eff2e7!important}
.sheet{background:#0f1f17!important;border-color:#24392e!important}
.board{background:${plate_by_night}!important}
.button{background:${button_by_night}!important;color:${on_button_by_night}!important}
.soft,.soft a{color:#a9baaf!important;border-color:#24392e!important}
}`

function htmlOf(words: Words, { site, support_email, unsubscribe }: Envelope): string {
  const colors = emailColors()
  const action = words.action && { label: escapeHtml(words.action.label), url: escapeHtml(words.action.url) }
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(words.subject)}</title>
<style>${darkOf(colors)}</style>
</head>
<body class="page" style='${look.page}'>
<div class="sheet" style="${look.sheet}">
<div class="board" style="${look.board};background:${colors.plate}">${escapeHtml(organization().name)}<span style="${look.ball};background:${colors.lit}"></span></div>
<div style="${look.body}">
<p style="${look.line}">${escapeHtml(greetingOf(words))}</p>
${words.paragraphs.map((paragraph) => `<p style="${look.line}">${escapeHtml(paragraph)}</p>`).join('\n')}
${(words.choices ?? [])
  .map(
    ({ label, url }) =>
      `<p style="${look.line}"><a class="button" href="${escapeHtml(url)}" style="${look.choice};background:${colors.plate};color:${colors.lit}">${escapeHtml(label)}</a></p>`,
  )
  .join('\n')}
${
  action
    ? `<p style="margin:24px 0"><a class="button" href="${action.url}" style="${look.button};background:${colors.plate};color:${colors.lit}">${action.label}</a></p>
<p class="soft" style="${look.link}">If the button does nothing, open this address:<br><a href="${action.url}" style="color:#47584f">${action.url}</a></p>`
    : ''
}
</div>
<div class="soft" style="${look.foot}">
<p style="margin:0 0 8px">${escapeHtml(oneStop(words.reason))} ${escapeHtml(words.stop)}</p>${
    unsubscribe
      ? `
<p style="margin:0 0 8px"><a href="${escapeHtml(unsubscribe.page)}" style="color:#47584f">${escapeHtml(formatStop(unsubscribe))}</a></p>`
      : ''
  }
<p style="margin:0"><a href="${escapeHtml(site)}" style="color:#47584f">${escapeHtml(organization().name)}</a> · Questions? <a href="mailto:${escapeHtml(support_email)}" style="color:#47584f">${escapeHtml(support_email)}</a></p>
</div>
</div>
</body>
</html>
`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes text for HTML, inside an element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')
}

/** An organization's name may end in a period: 'at Baseline Inc..' */
function oneStop(sentence: string): string {
  return sentence.replace(/(?<!\.)\.\.$/, '.')
}
