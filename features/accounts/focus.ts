/** The `ref` of a heading that replaces a form. It takes the focus, so that screen readers announce the outcome. */
export function takeFocus(heading: { focus(): void } | null): void {
  heading?.focus()
}
