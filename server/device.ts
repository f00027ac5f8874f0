/** Browser and system of a User-Agent header for its owner to read: 'Chrome on Android'. Null without one. */
export function deviceOf(user_agent: string | undefined): string | null {
  if (!user_agent) return null
  const browser = browsers.find(([, sign]) => sign.test(user_agent))?.[0]
  const system = systems.find(([, sign]) => sign.test(user_agent))?.[0]
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Another program'
}

// The order matters, because most browsers also name the browsers that they descend from.
const browsers = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\b(OPR|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS|Chromium)\//],
  ['Safari', /\bVersion\/[\d.]+.* Safari\//],
] as const

const systems = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['Mac', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
] as const
