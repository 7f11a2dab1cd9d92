import { totalmem } from 'node:os'
import type { VideoFormat } from '../crew-videos.table.ts'
import { renditionSide } from './probe.rules.ts'
import { formatsAllowed, protocolsAllowed } from './probe.ts'
import { type Limits, run, wasRefusedMemory } from './sandbox.ts'

/**
 * Far more than a minute of a phone's video takes. Measured: a rendition of 4K HEVC with 10 bits and high dynamic range
 * takes 383 MB with one thread, 416 MB with two.
 */
const limits: Omit<Limits, 'fileSize'> = { memory: 2_147_483_648, cpu: 600, time: 180_000 }

const gigabyte = 1_073_741_824

/** Each thread of a decoder holds pictures of its own, so their number does not grow with the machine's cores. */
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

/**
 * Nothing of where and with what it was taken is passed on, by the file or by one of its streams; nor are subtitles and
 * data.
 */
const streams = [
  ...['-map', '0:v:0', '-map', '0:a:0?'],
  ...['-map_metadata', '-1', '-map_metadata:s', '-1', '-map_chapters', '-1', '-dn', '-sn'],
]

/**
 * The same pictures and sounds with what a player needs at the front: without it a recording has no duration, cannot be
 * sought in, and starts only after all of it has come.
 */
export const remuxArguments = (format: VideoFormat): string[] => [
  ...streams,
  ...['-c', 'copy'],
  ...(format === 'webm'
    ? ['-cues_to_front', '1', '-f', 'webm']
    : ['-movflags', '+faststart', '-strict', 'experimental', '-f', 'mp4']),
]

/** @param at seconds from the start */
export const posterArguments = (at: number, isHdr: boolean): string[] => [
  ...['-ss', String(at), '-map', '0:v:0', '-frames:v', '1'],
  ...[
    '-vf',
    `scale=480:-2${isHdr ? toneMap : ''},${jpegColours}`,
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

/** Whatever the film's are, a JPEG's colours are read by the matrix of BT.601, over the full range (JFIF 1.02, page 3). */
const jpegColours = 'scale=out_color_matrix=bt601:out_range=pc,format=yuvj420p'

/**
 * High dynamic range, seen on a screen without it. It comes after the picture was made small: it counts in floating
 * point, and a minute of 4K took longer than the time there is. Its primaries and matrix are those of BT.2100 (table 2
 * and 6), said here because some recorders write only the transfer. What it gives is said to be YUV at once, else the
 * next filter is handed RGB and turns that back by the matrix of BT.601.
 */
const toneMap =
  ',setparams=color_primaries=bt2020:colorspace=bt2020nc,zscale=t=linear:npl=100,format=gbrpf32le,zscale=p=bt709,tonemap=tonemap=hable:desat=0,zscale=t=bt709:m=bt709:r=tv,format=yuv420p'

/** Turned upright by ffmpeg before the filters. Sides are even, as H.264 wants them. */
function scaled(): string {
  const short = (side: string) => `trunc(min(${renditionSide}\\,${side})/2)*2`
  return `scale=w='if(gt(iw\\,ih)\\,-2\\,${short('iw')})':h='if(gt(iw\\,ih)\\,${short('ih')}\\,-2)'`
}

/**
 * H.264 and AAC, at most 720 on the short side, 30 pictures a second: what every phone of the last ten years plays.
 * The rate is set because a recorder's own may read 1000.
 */
export const renditionArguments = (isHdr: boolean): string[] => [
  ...streams,
  ...['-vf', `fps=30,${scaled()}${isHdr ? toneMap : ',format=yuv420p'}`],
  ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23', '-maxrate', '3M', '-bufsize', '6M', '-g', '60'],
  ...['-c:a', 'aac', '-b:a', '128k', '-ac', '2', '-movflags', '+faststart', '-f', 'mp4'],
]

/** What ffmpeg cannot make of this file, whoever asks. */
export class Unmakeable extends Error {}
/** What it cannot make in the time there is. */
export class TooSlow extends Unmakeable {}

/** A full disk is not the file's fault. */
const isFull = (complaint: string) => /No space left on device|Disk quota exceeded/.test(complaint)

/**
 * The kernel ended ffmpeg, or it was refused memory, also with one thread: this machine has too little memory for the
 * work. Not the file's fault.
 */
export class OutOfMemory extends Error {}

interface Work {
  from: string
  to: string
  args: readonly string[]
  /** Bytes that it may write. */
  most: number
  signal: AbortSignal
}

/** Tries again with one thread when memory runs out. @throws Unmakeable; OutOfMemory; Error where it had no room */
export async function ffmpeg(program: string, work: Work): Promise<void> {
  const threads = usualThreads()
  try {
    await tryWith(program, work, threads)
  } catch (error) {
    if (!(error instanceof OutOfMemory) || work.signal.aborted) throw error
    await tryWith(program, work, 1).catch(second => {
      // One thread may be too slow for what several had no memory for.
      throw second instanceof TooSlow ? error : second
    })
  }
}

/** @throws Unmakeable with what ffmpeg complained about last; Error where it had no room */
async function tryWith(
  program: string,
  { from, to, args, most, signal }: Work,
  threads: number,
): Promise<void> {
  const command = [program, ...input(from, threads), ...args, ...threadsOf(threads), `file:${to}`]
  const running = await run(command, { ...limits, fileSize: most }, signal)
  const { stderr, code, stdout, isLate } = running
  await stdout.cancel()
  const [status, complaint] = await Promise.all([code, stderr])
  if (isLate())
    throw new TooSlow(
      `ffmpeg: it took longer than ${limits.time / 1000} seconds, or ${limits.cpu} of a processor`,
    )
  // It ends well, too, when there was no picture to write.
  if (status === 0 && Bun.file(to).size > 0) return
  if (isFull(complaint)) throw new Error('ffmpeg: no space left on the disk')
  if (running.wasKilledBySystem() || wasRefusedMemory(complaint))
    throw new OutOfMemory(`ffmpeg: no memory with ${threads} ${threads === 1 ? 'thread' : 'threads'}`)
  const silent = status === null ? 'it was killed' : 'it made nothing'
  throw new Unmakeable(`ffmpeg: ${complaint.trim().split('\n').at(-1) || silent}`)
}
