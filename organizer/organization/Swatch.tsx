import { isColor } from '#/rules/colors.ts'

/** A color beside its code; empty while the code is none. */
export function Swatch({ color }: { color: string }) {
  return (
    <span
      className="block size-6 rounded-sm border border-edge"
      style={{ background: isColor(color) ? color : 'transparent' }}
    />
  )
}
