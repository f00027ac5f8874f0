/** A country's flag; its name is beside it. */
export function Flag({ code }: { code: string }) {
  return (
    <img
      src={`/flags/${code}.svg`}
      alt=""
      width={24}
      height={16}
      loading="lazy"
      className="h-4 w-6 shrink-0 rounded-[2px] [box-shadow:0_0_0_1px_var(--color-line)]"
    />
  )
}
