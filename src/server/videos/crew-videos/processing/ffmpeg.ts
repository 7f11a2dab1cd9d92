import { totalmem } from 'node:os'
import type { VideoFormat } from '../crew-videos.table.ts'
import { renditionSide } from './probe.rules.ts'
import { formatsAllowed, protocolsAllowed } from './probe.ts'
import { type Limits, run, wasRefusedMemory } from './sandbox.ts'

/** 10-bit 4K HDR HEVC takes 383 MB with one thread, 416 MB with two. */
const limits: Omit<Limits, 'fileSize'> = { memory: 2_147_483_648, cpu: 600, time: 180_000 }

const gigabyte = 1_073_741_824

/** Each thread holds frames. */
function usualThreads(): number {
  const limit = process.constrainedMemory()
  const memory = limit > 0 ? Math.min(limit, totalmem()) : totalmem()
  return memory < gigabyte ? 1 : 2
}

const threadsOf = (threads: number) => ['-threads', String(threads)]

const input = (path: string, threads: number) => [
  ...['-v', 'error', '-nostdin', '-y', '-filter_threads', String(threads), ...threadsOf(threads)],
  ...['-protocol_whitelist', protocolsAllowed, '-format_whitelist', formatsAllowed],
  ...['-i', `file:${path}`],
]

/** Drops metadata, subtitles and data. */
const streams = [
  ...['-map', '0:V:0', '-map', '0:a:0?'],
  ...['-map_metadata', '-1', '-map_metadata:s', '-1', '-map_chapters', '-1', '-dn', '-sn'],
]

/** Adds the index that MediaRecorder omits. */
export const remuxArguments = (format: VideoFormat): string[] => [
  ...streams,
  ...['-c', 'copy'],
  ...(format === 'webm'
    ? ['-cues_to_front', '1', '-f', 'webm']
    : ['-movflags', '+faststart', '-strict', 'experimental', '-f', 'mp4']),
]

/** Pixels are square, because browsers ignore a JPEG's pixel aspect ratio. @param at seconds */
export const posterArguments = (at: number, isHdr: boolean): string[] => [
  ...['-ss', String(at), '-map', '0:V:0', '-frames:v', '1'],
  ...[
    '-vf',
    `scale=480:max(2\\,round(240/dar)*2),setsar=1${isHdr ? toneMap : ''},${jpegColours}`,
    '-map_metadata',
    '-1',
    '-q:v',
    '4',
    '-f',
    'mjpeg',
    '-update',
    '1',
  ],
]

/** JPEG is full-range BT.601 (JFIF 1.02, page 3). */
const jpegColours = 'scale=out_color_matrix=bt601:out_range=pc,format=yuvj420p'

/**
 * Primaries and matrix are BT.2100's; some recorders tag only the transfer.
 * Without the final format, the next filter uses BT.601.
 */
const toneMap =
  ',setparams=color_primaries=bt2020:colorspace=bt2020nc,zscale=t=linear:npl=100,format=gbrpf32le,zscale=p=bt709,tonemap=tonemap=hable:desat=0,zscale=t=bt709:m=bt709:r=tv,format=yuv420p'

/** ffmpeg rotates first; H.264 needs even sides. */
function scaleFilter(): string {
  const short = (side: string) => `trunc(min(${renditionSide}\\,${side})/2)*2`
  return `scale=w='if(gt(iw\\,ih)\\,-2\\,${short('iw')})':h='if(gt(iw\\,ih)\\,${short('ih')}\\,-2)'`
}

/** Fixed rate: MediaRecorder's `r_frame_rate` can be 1000. */
export const renditionArguments = (isHdr: boolean): string[] => [
  ...streams,
  ...['-vf', `fps=30,${scaleFilter()}${isHdr ? toneMap : ',format=yuv420p'}`],
  ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23', '-maxrate', '3M', '-bufsize', '6M', '-g', '60'],
  ...['-c:a', 'aac', '-b:a', '128k', '-ac', '2', '-movflags', '+faststart', '-f', 'mp4'],
]

export class ConversionFailed extends Error {}
export class TooSlow extends ConversionFailed {}

const isFull = (errors: string) => /No space left on device|Disk quota exceeded/.test(errors)

export class OutOfMemory extends Error {}

interface Work {
  from: string
  to: string
  args: readonly string[]
  /** Bytes. */
  most: number
  signal: AbortSignal
}

/** Retries with one thread. @throws ConversionFailed, OutOfMemory, Error on a full disk */
export async function ffmpeg(program: string, work: Work): Promise<void> {
  const threads = usualThreads()
  try {
    await tryWith(program, work, threads)
  } catch (error) {
    if (!(error instanceof OutOfMemory) || work.signal.aborted) throw error
    await tryWith(program, work, 1).catch(second => {
      throw second instanceof TooSlow ? error : second
    })
  }
}

/** @throws ConversionFailed, OutOfMemory, Error on a full disk */
async function tryWith(
  program: string,
  { from, to, args, most, signal }: Work,
  threads: number,
): Promise<void> {
  const command = [program, ...input(from, threads), ...args, ...threadsOf(threads), `file:${to}`]
  const running = await run(command, { ...limits, fileSize: most }, signal)
  const { stderr, code, stdout, isLate } = running
  await stdout.cancel()
  const [status, errors] = await Promise.all([code, stderr])
  if (isLate())
    throw new TooSlow(
      `ffmpeg: it took longer than ${limits.time / 1000} seconds, or ${limits.cpu} of a processor`,
    )
  // Without a picture, ffmpeg also exits with 0.
  if (status === 0 && Bun.file(to).size > 0) return
  if (isFull(errors)) throw new Error('ffmpeg: no space left on the disk')
  if (running.wasKilledBySystem() || wasRefusedMemory(errors))
    throw new OutOfMemory(`ffmpeg: no memory with ${threads} ${threads === 1 ? 'thread' : 'threads'}`)
  const silent = status === null ? 'it was killed' : 'it made nothing'
  throw new ConversionFailed(`ffmpeg: ${errors.trim().split('\n').at(-1) || silent}`)
}
