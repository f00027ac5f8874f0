/** The `ref` of a heading that replaces a form: it takes the focus, so that a screen reader says what happened. */
export function takeFocus(heading: { focus(): void } | null): void {
  heading?.focus()
}
