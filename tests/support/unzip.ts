/** Files of an archive without compression, by name (APPNOTE.TXT 4.3.6, 4.3.12, 4.3.16). */
export function unzip(archive: Uint8Array): Map<string, Uint8Array> {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength)
  const end = archive.byteLength - 22
  if (view.getUint32(end, true) !== 0x06054b50) throw new Error('this is not a whole zip file')
  const files = new Map<string, Uint8Array>()
  for (let at = view.getUint32(end + 16, true), count = view.getUint16(end + 10, true); count > 0; count--) {
    const method = view.getUint16(at + 10, true)
    if (method !== 0) throw new Error(`compression method ${method}`)
    const crc = view.getUint32(at + 16, true)
    const size = view.getUint32(at + 20, true)
    const [nameLength, extra, comment] = [28, 30, 32].map(field => view.getUint16(at + field, true)) as [
      number,
      number,
      number,
    ]
    const local = view.getUint32(at + 42, true)
    const name = new TextDecoder().decode(archive.subarray(at + 46, at + 46 + nameLength))
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
    const bytes = archive.subarray(start, start + size)
    if (Bun.hash.crc32(bytes) !== crc) throw new Error(`${name} is damaged`)
    files.set(name, bytes)
    at += 46 + nameLength + extra + comment
  }
  return files
}
