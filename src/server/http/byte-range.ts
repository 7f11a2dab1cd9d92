/** Bytes of a file, `to` exclusive. */
export interface ByteRange {
  from: number
  to: number
}

/**
 * Parses a header that asks for one range (RFC 9110, 14.2). Several and unknown forms mean the whole file.
 * @returns null: the whole file; `unsatisfiable`: status 416
 */
export function byteRange(
  { range, ifRange }: { range: string | undefined; ifRange: string | undefined },
  { size, etag }: { size: number; etag: string },
): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=(\d*)-(\d*)$/i.exec(range?.trim() ?? '')
  if (match === null || (ifRange !== undefined && ifRange.trim() !== etag)) return null
  const [, first = '', last = ''] = match
  if (first === '' && last === '') return null
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const to = first === '' || last === '' ? size : Math.min(size, Number(last) + 1)
  if (first !== '' && last !== '' && Number(last) < Number(first)) return null
  return from < to ? { from, to } : 'unsatisfiable'
}
