import type { ReactNode } from 'react'
import { courtPlans, type CourtPlan } from '#/rules/sports/courts.ts'
import type { Sport } from '#/rules/sports/formats.ts'

// The pictures use the organization's colors (web/ui/theme.css) in both themes. The text beside a picture describes
// what it shows.

/** The position of a court's point, seen from behind the baseline. All sports use a tennis court's size. */
function viewOf({ length }: CourtPlan) {
  const size = courtPlans.tennis.length / length
  return (x: number, y: number, z = 0) => {
    const scale = (351 * size) / (y * size + 21.3)
    return `${Math.round(320 + x * scale)} ${Math.round(71 + 2650 / (y * size + 21.3) - z * scale)}`
  }
}

/** A court from behind its baseline with a ball in the air, behind the hero's text. */
export function CourtLines({ sport }: { sport: Sport }) {
  const plan = courtPlans[sport]
  const { net } = plan
  const at = viewOf(plan)
  const lines = plan.lines.map(([x0, y0, x1, y1]) => `M${at(x0, y0)}L${at(x1, y1)}`).join('')
  const edge = [
    [-1, -1],
    [-1, 1],
    [1, 1],
    [1, -1],
  ].map(([x = 0, y = 0]) => at((x * plan.width) / 2, (y * plan.length) / 2))
  return (
    <svg
      viewBox="40 64 560 312"
      preserveAspectRatio="xMaxYMax meet"
      aria-hidden="true"
      className="absolute right-0 h-full w-1/2 max-sm:hidden"
      fill="none"
      stroke="var(--color-on-board-soft)"
      strokeOpacity="0.5"
      strokeWidth="3"
    >
      <path d="M49 352L243 151L397 151L591 352Z" fill="var(--color-board-well)" />
      <path d={`M${edge.join('L')}Z${lines}`} />
      {net && (
        <path
          d={`M${at(-net.half, 0)}L${at(-net.half, 0, net.ends)}L${at(0, 0, net.middle)}L${at(net.half, 0, net.ends)}L${at(net.half, 0)}`}
        />
      )}
      <path
        d="M300 372Q392 40 566 92"
        stroke="var(--color-live)"
        strokeOpacity="1"
        strokeWidth="2"
        strokeDasharray="1 9"
        strokeLinecap="round"
      />
      <circle cx="566" cy="92" r="11" fill="var(--color-live)" stroke="none" />
      <path
        d="M558 84Q566 92 559 100M574 84Q566 92 573 100"
        stroke="var(--color-board)"
        strokeOpacity="1"
        strokeWidth="1.6"
      />
    </svg>
  )
}

function Picture({ children }: { children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 320 200"
      aria-hidden="true"
      className="on-board w-full rounded-md forced-color-adjust-none"
      fill="none"
    >
      {children}
    </svg>
  )
}

const chalk = 'var(--color-on-board)'
const soft = 'var(--color-on-board-soft)'
const line = 'var(--color-board-line)'
const well = 'var(--color-board-well)'
const live = 'var(--color-live)'
const onLive = 'var(--color-on-live)'

/** A list of divisions, one of them selected. */
export function ChoosePicture() {
  return (
    <Picture>
      {[0, 1, 2, 3].map((row) => {
        const chosen = row === 1
        const y = 26 + row * 39
        return (
          <g key={row}>
            <rect x="34" y={y} width="252" height="31" rx="2" fill={chosen ? live : well} />
            <rect x="46" y={y + 11} width={[84, 104, 72, 94][row]} height="9" rx="1" fill={chosen ? onLive : soft} />
            <rect x="206" y={y + 11} width="26" height="9" rx="1" fill={chosen ? onLive : line} />
            <circle cx="264" cy={y + 15.5} r="8" stroke={chosen ? onLive : line} strokeWidth="2.5" />
            {chosen && (
              <path d="M259.5 15.5l3.5 3.5 6-7" transform={`translate(0 ${y})`} stroke={onLive} strokeWidth="2.5" />
            )}
          </g>
        )
      })}
    </Picture>
  )
}

/** A court from above, two players, and the path of the ball. */
export function PlayPicture({ sport }: { sport: Sport }) {
  const { length, width, lines, net } = courtPlans[sport]
  const scale = Math.min(240 / length, 128 / width)
  const at = (x: number, y: number) => `${Math.round(160 + y * scale)} ${Math.round(100 + x * scale)}`
  const [across, along] = [width / 2, length / 2]
  return (
    <Picture>
      <path
        d={`M${at(-across, -along)}L${at(-across, along)}L${at(across, along)}L${at(across, -along)}Z`}
        fill={well}
        stroke={chalk}
        strokeWidth="2.5"
      />
      <path
        d={lines.map(([x0, y0, x1, y1]) => `M${at(x0, y0)}L${at(x1, y1)}`).join('')}
        stroke={chalk}
        strokeWidth="2"
      />
      {net && <path d={`M${at(-net.half, 0)}L${at(net.half, 0)}`} stroke={line} strokeWidth="5" />}
      <path d="M62 128Q150 18 262 74" stroke={live} strokeWidth="3" strokeDasharray="1 8" strokeLinecap="round" />
      <circle cx="196" cy="61" r="8" fill={live} />
      {[
        [56, 134],
        [266, 80],
      ].map(([x = 0, y = 0]) => (
        <g key={x} stroke={chalk} strokeWidth="2.5">
          <circle cx={x} cy={y} r="10" fill="var(--color-board)" />
          <path
            d={x < 160 ? `M${x + 8} ${y - 7}l9 -8` : `M${x - 8} ${y - 7}l-9 -8`}
            strokeWidth="4"
            strokeLinecap="round"
          />
        </g>
      ))}
    </Picture>
  )
}

/** A table with a player moving up, and the bracket for its best. */
export function TablePicture() {
  return (
    <Picture>
      {[0, 1, 2, 3, 4].map((row) => {
        const mine = row === 1
        const y = 24 + row * 32
        return (
          <g key={row}>
            <rect x="34" y={y} width="142" height="25" rx="2" fill={mine ? live : well} />
            <rect x="44" y={y + 8} width="10" height="9" rx="1" fill={mine ? onLive : soft} />
            <rect x="64" y={y + 8} width={[66, 58, 72, 50, 62][row]} height="9" rx="1" fill={mine ? onLive : soft} />
            <rect x="150" y={y + 8} width="16" height="9" rx="1" fill={mine ? onLive : line} />
          </g>
        )
      })}
      <path d="M18 104V60M10 69L18 59L26 69" stroke={live} strokeWidth="3" />
      <path d="M192 36H214V68H192M192 100H214V132H192" stroke={line} strokeWidth="3" />
      <path d="M214 52H246V116H214" stroke={line} strokeWidth="3" />
      <path d="M192 68H214V52H246V84H272" stroke={live} strokeWidth="3" />
      <path
        d="M271 66H293V78Q293 92 282 92Q271 92 271 78ZM282 92V102M274 103H290"
        fill={well}
        stroke={live}
        strokeWidth="3"
      />
    </Picture>
  )
}
