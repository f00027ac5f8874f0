import { crc32, deflateRawSync } from 'node:zlib'

/** A ZIP file of these parts, for files that no spreadsheet writes. */
export function zipOf(parts: Readonly<Record<string, string | Buffer>>): Uint8Array<ArrayBuffer> {
  const [bodies, heads]: [Buffer[], Buffer[]] = [[], []]
  let offset = 0
  for (const [path, text] of Object.entries(parts)) {
    const [name, plain] = [Buffer.from(path), Buffer.from(text)]
    const packed = deflateRawSync(plain)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(crc32(plain), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(plain.length, 18)
    common.writeUInt16LE(name.length, 22)
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    const body = Buffer.concat([Buffer.from('PK\x03\x04'), common, name, packed])
    heads.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), common, tail, name]))
    bodies.push(body)
    offset += body.length
  }
  const directory = Buffer.concat(heads)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06')
  end.writeUInt16LE(heads.length, 8)
  end.writeUInt16LE(heads.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return new Uint8Array(Buffer.concat([...bodies, directory, end]))
}
