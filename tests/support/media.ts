import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const cache = join(tmpdir(), 'reelstake-test-media')

interface Clip {
  seconds: number
  size?: string
  fps?: number
  /** `webm` as desktop browsers record, `mov` as phones do. */
  kind?: 'webm' | 'mp4' | 'mov'
  /** Extra ffmpeg arguments. */
  more?: readonly string[]
  video?: boolean
  audio?: boolean
}

const codecs = {
  webm: ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8', '-b:v', '150k', '-c:a', 'libopus'],
  mp4: ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-b:v', '150k', '-c:a', 'aac'],
  mov: [
    '-c:v',
    'libx265',
    '-preset',
    'ultrafast',
    '-x265-params',
    'log-level=none',
    '-tag:v',
    'hvc1',
    '-c:a',
    'aac',
  ],
} as const

/** @returns the path of a clip with picture and tone */
export function clip({
  seconds,
  size = '160x120',
  fps = 15,
  kind = 'webm',
  more = [],
  video = true,
  audio = true,
}: Clip) {
  return makeMedia(kind, [
    ...(video ? ['-f', 'lavfi', '-i', `testsrc2=s=${size}:r=${fps}`] : []),
    ...(audio ? ['-f', 'lavfi', '-i', 'sine=frequency=440'] : []),
    ...['-t', String(seconds), ...codecs[kind], ...more],
  ])
}

/** @param args without the output @returns its path */
export function makeMedia(extension: string, args: readonly string[]): string {
  const path = join(cache, `${Bun.hash(JSON.stringify(args)).toString(36)}.${extension}`)
  if (existsSync(path)) return path
  mkdirSync(cache, { recursive: true })
  const temporary = `${path}.${process.pid}.${extension}`
  const { exitCode, stderr } = Bun.spawnSync(['ffmpeg', '-v', 'error', '-nostdin', '-y', ...args, temporary])
  if (exitCode !== 0) throw new Error(`ffmpeg could not make a test file: ${stderr}`)
  renameSync(temporary, path)
  return path
}

/** Makes a video like those of MediaRecorder: without duration and cues. */
export const recordVideo = (seconds: number): string =>
  makeMedia('webm', ['-i', clip({ seconds }), '-c', 'copy', '-live', '1', '-f', 'webm'])

export function probeValues(path: string, entries: string): string {
  const { stdout } = Bun.spawnSync([
    ...['ffprobe', '-v', 'error', '-of', 'default=nw=1:nk=1', '-show_entries', entries, path],
  ])
  return stdout.toString().trim()
}

/** RGB of the upper left pixel. */
export function firstPixel(path: string): Uint8Array {
  const output = ['-frames:v', '1', '-f', 'rawvideo', '-pix_fmt', 'rgb24', '-']
  const { stdout } = Bun.spawnSync(['ffmpeg', '-v', 'error', '-nostdin', '-i', path, ...output])
  return stdout.subarray(0, 3)
}

export const hashOf = async (file: string | Blob): Promise<string> =>
  new Bun.CryptoHasher('sha256')
    .update(await (typeof file === 'string' ? Bun.file(file) : file).bytes())
    .digest('hex')

/** Makes an MP4 whose first stream is a cover picture, with a comment in it. */
export async function withCoverFirst(path: string, comment: string): Promise<string> {
  const picture = await Bun.file(
    makeMedia('jpg', ['-f', 'lavfi', '-i', 'color=red:s=64x64', '-frames:v', '1']),
  ).bytes()
  // COM follows SOI (ITU-T T.81, B.2.4.5).
  const marker = Buffer.from([0xff, 0xfe, 0, comment.length + 2])
  const cover = join(cache, 'cover.jpg')
  await Bun.write(
    cover,
    Buffer.concat([picture.subarray(0, 2), marker, Buffer.from(comment), picture.subarray(2)]),
  )
  const last = makeMedia('mp4', [
    ...['-i', path, '-i', cover, '-map', '0', '-map', '1', '-c', 'copy'],
    ...['-disposition:v:1', 'attached_pic', '-metadata', `comment=${Bun.hash(comment)}`],
  ])
  const film = Buffer.from(await Bun.file(last).bytes())
  // ffmpeg writes `moov` last, and `udta` with the cover last in it.
  const [moov, udta] = [film.lastIndexOf('moov') - 4, film.lastIndexOf('udta') - 4]
  const afterHeader = moov + 8 + film.readUInt32BE(moov + 8)
  const parts = [film.subarray(0, afterHeader), film.subarray(udta), film.subarray(afterHeader, udta)]
  const first = `${last}.first.mp4`
  await Bun.write(first, Buffer.concat(parts))
  return first
}

/** Appends a `free` box, which players skip. @param size in bytes */
export async function padFile(path: string, size: number): Promise<Uint8Array<ArrayBuffer>> {
  const film = await Bun.file(path).bytes()
  const bytes = new Uint8Array(size)
  bytes.set(film)
  const box = size - film.length
  for (let at = film.length; at < size; at += 65_536)
    crypto.getRandomValues(bytes.subarray(at, Math.min(size, at + 65_536)))
  new DataView(bytes.buffer).setUint32(film.length, box)
  bytes.set(new TextEncoder().encode('free'), film.length + 4)
  return bytes
}
