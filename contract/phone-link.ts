/** The link that calls a stored phone number: 'tel:+15745550100;ext=12' (RFC 3966). */
export function phoneLink(phone: string): string {
  const [number = '', extension] = phone.split(/\s*(?:x|ext\.?|#)\s*(?=\d+$)/i)
  return `tel:${number.replaceAll(/[^+\d]/g, '')}${extension === undefined ? '' : `;ext=${extension}`}`
}
