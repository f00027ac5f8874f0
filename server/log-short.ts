/** A line of the log for developers: `16:00:00 GET /api/users 200 3.1 ms player 12`. */
export function formatShort(line: string): string {
  const { time, level, kind, method, route, status, ms, player_id, msg, err, release: _, ...rest } = JSON.parse(line)
  const clock = String(time).slice(11, 19)
  if (kind === 'request')
    return `${clock} ${method} ${route ?? '(no route)'} ${status} ${ms} ms${player_id === null ? '' : ` player ${player_id}`}\n`
  const more = Object.keys(rest).length === 0 ? '' : ` ${JSON.stringify(rest)}`
  const trouble = err === undefined ? '' : `\n${err.type}: ${err.message}\n${err.stack ?? ''}`
  return `${clock} ${String(level).toUpperCase()} ${msg ?? kind ?? ''}${more}${trouble}\n`
}
