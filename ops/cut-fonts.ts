import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { compress, decompress } from 'woff2-encoder'

// Cuts the pages' font (web/ui/theme.css) to what they use, into web/ui/fonts: all characters, the design's weights and
// widths, the font's default features, and tabular figures.
const files = ['archivo-latin-wdth-normal', 'archivo-latin-ext-wdth-normal']
const axes = { wght: [400, 800], wdth: [70, 100] }
const features = ['tnum', 'lnum']

/** The functions of HarfBuzz's subsetter that are called here; numbers are memory addresses. */
type Subsetter = {
  memory: { buffer: ArrayBuffer }
  _initialize: () => void
  malloc: (bytes: number) => number
  hb_blob_create: (data: number, bytes: number, mode: number, user: number, free: number) => number
  hb_blob_get_data: (blob: number, bytes: number) => number
  hb_blob_get_length: (blob: number) => number
  hb_face_create: (blob: number, index: number) => number
  hb_face_reference_blob: (face: number) => number
  hb_set_add: (set: number, value: number) => void
  hb_set_clear: (set: number) => void
  hb_set_invert: (set: number) => void
  hb_subset_input_create_or_fail: () => number
  hb_subset_input_unicode_set: (input: number) => number
  hb_subset_input_set: (input: number, kind: number) => number
  hb_subset_input_set_axis_range: (
    input: number,
    face: number,
    axis: number,
    least: number,
    most: number,
    preset: number,
  ) => number
  hb_subset_or_fail: (face: number, input: number) => number
}

/** Built into Node, but missing in the server's types, which have no DOM. */
declare const WebAssembly: { instantiate: (program: Uint8Array) => Promise<{ instance: { exports: unknown } }> }

/** Values of hb_memory_mode_t and hb_subset_sets_t. */
const WRITABLE = 2
const FEATURES = 6

const program = await readFile(fileURLToPath(import.meta.resolve('harfbuzzjs/dist/harfbuzz-subset.wasm')))
const folder = new URL('../web/ui/fonts/', import.meta.url)
await mkdir(folder, { recursive: true })
for (const file of files) {
  const font = await readFile(fileURLToPath(import.meta.resolve(`@fontsource-variable/archivo/files/${file}.woff2`)))
  await writeFile(new URL(`${file}.woff2`, folder), await compress(await cut(await decompress(font))))
}

async function cut(font: Uint8Array): Promise<Uint8Array> {
  const { instance } = await WebAssembly.instantiate(program)
  const hb = instance.exports as Subsetter
  hb._initialize()
  const place = hb.malloc(font.length)
  new Uint8Array(hb.memory.buffer).set(font, place)
  const face = hb.hb_face_create(hb.hb_blob_create(place, font.length, WRITABLE, 0, 0), 0)
  const input = hb.hb_subset_input_create_or_fail()
  const characters = hb.hb_subset_input_unicode_set(input)
  hb.hb_set_clear(characters)
  hb.hb_set_invert(characters)
  for (const feature of features) hb.hb_set_add(hb.hb_subset_input_set(input, FEATURES), tagOf(feature))
  for (const [axis, [least = NaN, most = NaN]] of Object.entries(axes))
    if (!hb.hb_subset_input_set_axis_range(input, face, tagOf(axis), least, most, NaN))
      throw new Error(`The font has no axis ${axis}.`)
  const made = hb.hb_subset_or_fail(face, input)
  if (made === 0) throw new Error('The font could not be cut.')
  const blob = hb.hb_face_reference_blob(made)
  const start = hb.hb_blob_get_data(blob, 0)
  return new Uint8Array(hb.memory.buffer).slice(start, start + hb.hb_blob_get_length(blob))
}

function tagOf(name: string): number {
  return Buffer.from(name).readUInt32BE()
}
