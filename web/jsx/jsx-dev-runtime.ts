import type { ElementType, Key, ReactElement, ReactNode } from 'react'
import { Fragment, jsxDEV as makeElement, type JSXSource } from 'react/jsx-dev-runtime'
import { isolatedProps } from './isolate.ts'

// As jsx-runtime.ts, for the development server.
export { Fragment }
export type { JSX } from 'react/jsx-dev-runtime'

export function jsxDEV(
  type: ElementType,
  props: { children?: ReactNode },
  key: Key | undefined,
  isStatic: boolean,
  source?: JSXSource,
  self?: unknown,
): ReactElement {
  return makeElement(type, isolatedProps(type, props), key, isStatic, source, self)
}
