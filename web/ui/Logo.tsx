import { courtLines, productSign, sitsOnBaseline } from '#/rules/sign.ts'

type LogoProps = {
  /** The sign alone, or with the name beside it. */
  kind?: 'mark' | 'full'
  /** Height in pixels. */
  size?: number
  /** Spoken name; leave it out where a link around it has one. */
  title?: string
  className?: string
  /** The organization's short name; the product's, which is drawn, when left out. */
  name?: string
  /** What the sign beside it is made of; null: the lines of a court. */
  letters?: string | null
  /** The address of the organization's logo, which takes the place of its sign. */
  picture?: string
}

/** A board in the shape of a D with two equal rows, level score; or an organization's own sign. */
export function Logo({ kind = 'full', size = 32, title, className = '', name, letters = null, picture }: LogoProps) {
  if (kind === 'mark' && picture !== undefined)
    return (
      <img
        src={picture}
        alt={title ?? ''}
        height={size}
        className={`block max-h-9 w-auto max-w-24 shrink-0 rounded-sm bg-[#fdfcf8] object-contain p-0.5 ${className}`}
      />
    )
  if (kind === 'full' && (name !== undefined || picture !== undefined))
    return (
      <span
        className={`flex min-w-0 items-center gap-2.5 ${className}`}
        {...(title ? { role: 'img', 'aria-label': title } : { 'aria-hidden': true })}
      >
        <Logo kind="mark" {...{ size, letters }} {...(picture ? { picture } : name !== undefined && { name })} />
        {name !== undefined && <bdi className="lettering truncate text-xl leading-none">{name}</bdi>}
      </span>
    )
  const width = kind === 'mark' ? 64 : 218
  return (
    <svg
      viewBox={`0 0 ${width} 64`}
      width={(size * width) / 64}
      height={size}
      className={`block shrink-0 ${className}`}
      {...(title ? { role: 'img', 'aria-label': title } : { 'aria-hidden': true })}
    >
      {name === undefined ? (
        <>
          <path d={productSign.board} fill="var(--logo-plate)" />
          <path d={productSign.rows} fill="var(--logo-row)" />
        </>
      ) : (
        <>
          <path d="M4 4h56v56H4z" fill="var(--logo-plate)" />
          {letters === null ? (
            <path d={courtLines} fill="none" stroke="var(--logo-row)" strokeWidth="3" />
          ) : (
            <Letters letters={letters} />
          )}
        </>
      )}
      {kind === 'full' && (
        <path
          d="M61 700V13H312Q409 13 472 49Q535 86 566 161Q597 237 597 355Q597 473 566 549Q534 626 471 663Q408 700 310 700ZM228 564H303Q335 564 359 554Q382 544 397 524Q412 503 419 471Q427 438 427 394V325Q427 280 419 247Q412 214 397 192Q382 170 359 160Q335 149 303 149H228ZM896 712Q819 712 766 683Q714 655 688 594Q661 533 661 436Q661 339 688 278Q716 217 768 189Q820 161 896 161Q971 161 1021 187Q1071 214 1096 273Q1121 332 1121 430V465H814Q815 511 822 542Q830 572 848 588Q866 603 897 603Q916 603 930 597Q944 591 953 580Q962 569 967 552Q972 535 972 512H1120Q1119 562 1105 599Q1090 637 1062 662Q1033 687 992 699Q950 712 896 712ZM815 384H967Q967 353 962 332Q958 310 950 296Q941 283 928 277Q915 270 896 270Q869 270 851 283Q834 295 826 320Q817 345 815 384ZM1337 712Q1265 712 1229 671Q1194 629 1194 547V173H1344V515Q1344 532 1347 544Q1351 557 1358 566Q1365 575 1376 579Q1387 583 1401 583Q1424 583 1440 570Q1457 557 1465 533Q1474 510 1474 479V173H1624V700H1497L1488 631H1483Q1468 657 1446 675Q1424 693 1397 703Q1369 712 1337 712ZM1929 712Q1854 712 1803 682Q1752 652 1726 591Q1700 530 1700 436Q1700 341 1727 280Q1753 219 1804 190Q1855 160 1929 160Q1980 160 2021 173Q2061 185 2090 211Q2119 237 2134 279Q2149 321 2149 380H2001Q2001 342 1994 319Q1987 297 1971 286Q1955 276 1930 276Q1903 276 1886 289Q1869 302 1861 331Q1853 359 1853 405V469Q1853 510 1861 538Q1868 567 1886 582Q1903 597 1932 597Q1958 597 1974 587Q1990 576 1998 553Q2006 530 2006 493H2149Q2149 548 2134 589Q2119 630 2091 658Q2062 685 2021 698Q1980 712 1929 712ZM2442 712Q2365 712 2312 683Q2260 655 2234 594Q2207 533 2207 436Q2207 339 2234 278Q2262 217 2314 189Q2366 161 2442 161Q2517 161 2567 187Q2617 214 2642 273Q2667 332 2667 430V465H2360Q2361 511 2368 542Q2376 572 2394 588Q2412 603 2443 603Q2462 603 2476 597Q2490 591 2499 580Q2508 569 2513 552Q2518 535 2518 512H2666Q2665 562 2651 599Q2636 637 2608 662Q2579 687 2538 699Q2496 712 2442 712ZM2361 384H2513Q2513 353 2508 332Q2504 310 2496 296Q2487 283 2474 277Q2461 270 2442 270Q2415 270 2397 283Q2380 295 2372 320Q2363 345 2361 384Z"
          transform="translate(69 10.6) scale(.0545 .06)"
          fill="currentColor"
        />
      )}
    </svg>
  )
}

/** Letters on the plate. They are drawn, not read: the name is beside them, or what is spoken of a link around them. */
function Letters({ letters }: { letters: string }) {
  const isPair = letters.length > 1 && sitsOnBaseline(letters)
  return (
    <foreignObject width="64" height="64" color="var(--logo-row)" fontSize={isPair ? 34 : 44}>
      <span
        data-letters={letters}
        className="lettering grid size-full place-items-center leading-none forced-color-adjust-none before:content-[attr(data-letters)]"
      />
    </foreignObject>
  )
}
