import { weightsOf } from './weights.ts'

/** Half the CPU of level 6, for 5 % more bytes (decision 0064). */
export const gzipLevel = 3

/** RFC 9110, 12.5.3. */
export const acceptsGzip = (header: string | undefined): boolean =>
  header !== undefined && (weightsOf(header).get('gzip') ?? 0) !== 0
