import { createElement } from 'react'

type IconProps = { size?: number; strokeWidth?: number; className?: string }

/** The component of an icon: decorative, beside a text or in a button with the same meaning. */
export function drawIcon(elements: readonly (readonly [name: string, attributes: Record<string, string>])[]) {
  return function Drawing({ size = 24, strokeWidth = 2, className }: IconProps) {
    return (
      <svg
        xmlns="http://www.w3.org/2000/svg"
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={strokeWidth}
        strokeLinecap="round"
        strokeLinejoin="round"
        className={className}
        aria-hidden="true"
      >
        {elements.map(([name, attributes], key) => createElement(name, { key, ...attributes }))}
      </svg>
    )
  }
}
