import type { ReactNode } from 'react'
import { jsx, jsxs } from 'react/jsx-runtime'
import { hasRightToLeft, isolateNames, splitDirections } from '#/rules/direction.ts'

/** Elements that hold text and no other elements. */
const textOnly = new Set(['option', 'title', 'desc', 'text', 'tspan'])
/** Elements whose text is a value or a program. */
const values = new Set(['textarea', 'script', 'style'])

type Props = { children?: ReactNode; dir?: string }

/**
 * The props of an element, with each name in its text that is written from right to left in an element of its own, so that
 * it reorders nothing beside it (docs/decisions/108). With `dir="auto"` the text has a direction of its own. Copied text has no marks in it. Components get their props as they
 * are: what they show ends in an element.
 */
export function isolatedProps<P extends Props>(type: unknown, props: P): P {
  const { children, dir } = props
  if (typeof type !== 'string' || children === undefined || dir === 'auto') return props
  const shown = isolated(type, children)
  return shown === children ? props : { ...props, children: shown }
}

function isolated(type: string, children: ReactNode, key?: string): ReactNode {
  if (typeof children === 'string')
    return hasRightToLeft(children) && !values.has(type) ? inIsolation(type, children, key) : children
  if (!Array.isArray(children)) return children
  const shown = children.map((child: ReactNode, index) => isolated(type, child, String(index)))
  return shown.some((child, index) => child !== children[index]) ? shown : children
}

function inIsolation(type: string, text: string, key: string | undefined): ReactNode {
  if (textOnly.has(type)) return isolateNames(text)
  const [before = '', name, ...after] = splitDirections(text)
  if (name === undefined) return text
  if (before === '' && after.join('') === '') return jsx('bdi', { children: name }, key)
  const parts = [before, name, ...after].map((part, index) => (index % 2 === 0 ? part : jsx('bdi', { children: part })))
  // In one element: a flex container would lay out each part by itself.
  return jsxs('span', { children: parts }, key)
}
