/** A country's flag. Decorative: its name is beside it. */
export function Flag({ code }: { code: string }) {
  return (
    <img
      src={`/flags/${code}.svg`}
      alt=""
      width={20}
      height={20}
      loading="lazy"
      className="size-5 shrink-0 rounded-full [box-shadow:0_0_0_1px_var(--color-line)]"
    />
  )
}
