import type { ElementType, Key, ReactElement, ReactNode } from 'react'
import { Fragment, jsx as makeElement, jsxs as makeElements } from 'react/jsx-runtime'
import { isolatedProps } from './isolate.ts'

// JSX becomes calls of these functions (jsxImportSource in tsconfig.web.json and vite.config.ts).
export { Fragment }
export type { JSX } from 'react/jsx-runtime'

type Props = { children?: ReactNode }

export function jsx(type: ElementType, props: Props, key?: Key): ReactElement {
  return makeElement(type, isolatedProps(type, props), key)
}

export function jsxs(type: ElementType, props: Props, key?: Key): ReactElement {
  return makeElements(type, isolatedProps(type, props), key)
}
