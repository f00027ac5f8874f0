import type { ReactNode } from 'react'
import { jsx, jsxs } from 'react/jsx-runtime'
import { isolateNames, splitDirections } from '#/rules/direction.ts'

/**
 * The props of an element, with each name in its text that is written from right to left in a `bdi`, so that it reorders
 * nothing beside it (docs/decisions/108). With `dir="auto"` the text has its own direction. Components get their props as
 * they are, because what they show ends in an element.
 */
export function isolatedProps<P extends { children?: ReactNode; dir?: string }>(type: unknown, props: P): P {
  const { children, dir } = props
  const shown = typeof type === 'string' && dir !== 'auto' ? isolated(type, children) : children
  return shown === children ? props : { ...props, children: shown }
}

function isolated(type: string, children: ReactNode, key?: string): ReactNode {
  if (Array.isArray(children)) {
    const shown = children.map((child: ReactNode, index) => isolated(type, child, String(index)))
    return shown.some((child, index) => child !== children[index]) ? shown : children
  }
  const parts = typeof children === 'string' ? splitDirections(children) : []
  if (parts.length < 2) return children
  // These hold text and no HTML elements. A picture's text is `text`.
  if (type === 'option' || type === 'title' || type === 'text') return isolateNames(parts.join(''))
  const elements = parts.map((part, index) => (index % 2 === 0 ? part : jsx('bdi', { children: part })))
  // In one element: a flex container would lay out each part by itself.
  return jsxs('span', { children: elements }, key)
}
