import { isColor } from '#/rules/colors.ts'

/** A color next to its code. Empty while the code is invalid. */
export function Swatch({ color }: { color: string }) {
  return (
    <span
      className="block size-6 rounded-sm border border-edge"
      style={{ background: isColor(color) ? color : 'transparent' }}
    />
  )
}
