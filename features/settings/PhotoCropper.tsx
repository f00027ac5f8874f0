import { useRef, useState, type PointerEvent } from 'react'
import { Notice } from '#/web/ui/Notice.tsx'

/** A square of a picture: left and top as fractions of its width and height, size as a fraction of its shorter side. */
export type Square = { left: number; top: number; size: number }

type Picture = { width: number; height: number }
/** The cropper's state: zoom, and the square's position between the edges (0 to 1). */
type View = { zoom: number; across: number; down: number }

/** Used until the picture is loaded: the largest square. */
export const middle: Square = { left: 0, top: 0, size: 1 }
const start: View = { zoom: 1, across: 0.5, down: 0.5 }

type PhotoCropperProps = { url: string; square: Square; onChange: (square: Square) => void }

/** Selects a square of a picture by dragging, or by sliders that work with a keyboard. */
export function PhotoCropper({ url, square, onChange }: PhotoCropperProps) {
  const [picture, setPicture] = useState<Picture | null>(null)
  const [view, setView] = useState(start)
  const [broken, setBroken] = useState(false)
  const grip = useRef<{ x: number; y: number; view: View } | null>(null)

  function show(next: View, of = picture) {
    const kept = { zoom: next.zoom, across: between(next.across), down: between(next.down) }
    setView(kept)
    if (of) onChange(squareOf(kept, of))
  }

  function drag({ clientX, clientY, currentTarget }: PointerEvent<HTMLElement>) {
    if (!grip.current || !picture) return
    const side = currentTarget.clientWidth
    const spare = (length: number) =>
      (length / Math.min(picture.width, picture.height)) * grip.current!.view.zoom * side - side
    const moved = (from: number, by: number, length: number) => (spare(length) > 0 ? from - by / spare(length) : from)
    const { x, y, view: from } = grip.current
    show({
      zoom: from.zoom,
      across: moved(from.across, clientX - x, picture.width),
      down: moved(from.down, clientY - y, picture.height),
    })
  }

  if (broken)
    return (
      <Notice tone="error">Your browser cannot show this file as a picture. Please choose a JPEG, PNG or WebP.</Notice>
    )
  return (
    <div className="flex flex-col gap-4">
      <div className="flex items-end gap-4">
        <div
          className="relative aspect-square w-full max-w-64 cursor-grab touch-none overflow-hidden rounded-md border border-edge bg-sunk select-none active:cursor-grabbing"
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId)
            grip.current = { x: event.clientX, y: event.clientY, view }
          }}
          onPointerMove={drag}
          onPointerUp={() => (grip.current = null)}
          onPointerCancel={() => (grip.current = null)}
        >
          <img
            src={url}
            alt="The part that others will see"
            draggable={false}
            onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => {
              setPicture({ width, height })
              show(start, { width, height })
            }}
            onError={() => setBroken(true)}
            className="absolute max-w-none"
            style={placed(square, picture)}
          />
        </div>
        <div aria-hidden="true" className="hidden flex-col items-center gap-3 xs:flex">
          {[72, 36].map((side) => (
            <span
              key={side}
              className="relative overflow-hidden rounded-sm bg-sunk"
              style={{ width: side, height: side }}
            >
              <img src={url} alt="" className="absolute max-w-none" style={placed(square, picture)} />
            </span>
          ))}
          <span className="text-xs text-ink-soft">Preview</span>
        </div>
      </div>
      <Slider label="Zoom" min={1} max={4} value={view.zoom} onChange={(zoom) => show({ ...view, zoom })} />
      <Slider
        label="Left to right"
        min={0}
        max={1}
        value={view.across}
        onChange={(across) => show({ ...view, across })}
      />
      <Slider label="Top to bottom" min={0} max={1} value={view.down} onChange={(down) => show({ ...view, down })} />
    </div>
  )
}

type SliderProps = { label: string; min: number; max: number; value: number; onChange: (value: number) => void }

function Slider({ label, min, max, value, onChange }: SliderProps) {
  return (
    <label className="grid grid-cols-[7rem_1fr] items-center gap-3 text-sm font-[650]">
      {label}
      <input
        type="range"
        min={min}
        max={max}
        step={(max - min) / 50}
        value={value}
        aria-valuetext={`${Math.round(((value - min) / (max - min)) * 100)} %`}
        onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
        className="h-11 w-full accent-(--color-ink)"
      />
    </label>
  )
}

/** The square of a view. */
function squareOf({ zoom, across, down }: View, { width, height }: Picture): Square {
  const size = 1 / zoom
  const side = Math.min(width, height) * size
  return { left: ((width - side) * across) / width, top: ((height - side) * down) / height, size }
}

/** The picture's position when its square fills a box, in fractions of the box. */
function placed({ left, top, size }: Square, picture: Picture | null) {
  if (!picture) return { visibility: 'hidden' as const }
  const side = Math.min(picture.width, picture.height) * size
  const share = (length: number) => `${(length / side) * 100}%`
  return {
    width: share(picture.width),
    height: share(picture.height),
    left: share(-left * picture.width),
    top: share(-top * picture.height),
  }
}

function between(share: number): number {
  return Math.min(1, Math.max(0, share))
}
