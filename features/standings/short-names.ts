type Named = { last_name: string; partner_last_name: string | null }

/** A row of a table as somebody sees it whose email is unproved: 'Ada M.' (docs/decisions/115). */
export function shortNames<R extends Named>(row: R): R {
  const { last_name, partner_last_name } = row
  return {
    ...row,
    last_name: initialOf(last_name),
    partner_last_name: partner_last_name && initialOf(partner_last_name),
  }
}

function initialOf(name: string): string {
  const [first] = new Intl.Segmenter().segment(name)
  return first ? `${first.segment}.` : ''
}
