import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { limits } from '#contract/limits.ts'
import { isRenditionAlready, type Measured, playsInBrowsers, refusalOf } from './probe.rules.ts'

const video = {
  codec: 'vp9',
  pixelFormat: 'yuv420p',
  width: 1280,
  height: 720,
  isHdr: false,
  isVisible: true,
}
const film = (changes: Partial<Measured> = {}): Measured => {
  const seconds = changes.seconds ?? 12
  return {
    container: 'matroska',
    claimedSeconds: null,
    seconds,
    endsAt: seconds,
    video,
    audioCodec: 'opus',
    ...changes,
  }
}

const { videoMin, videoMax } = limits

describe('refusalOf', () => {
  test('accepts the length limits plus half a second, and always gives a reason otherwise', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 4000, noNaN: true }), seconds => {
        const refusal = refusalOf(film({ seconds }))
        expect(refusal === null).toBe(seconds >= videoMin - 0.5 && seconds <= videoMax + 0.5)
        const roundedSeconds = Number(/This was (\d+) seconds/.exec(refusal ?? '')?.[1])
        if (seconds < videoMin - 0.5) expect(roundedSeconds).toBeLessThan(videoMin)
        if (seconds > videoMax + 0.5) expect(roundedSeconds).toBeGreaterThan(videoMax)
      }),
    )
  })

  test('refuses a truncated file', () => {
    expect(refusalOf(film({ claimedSeconds: 12.9 }))).toBeNull()
    expect(refusalOf(film({ claimedSeconds: 13.1 }))).not.toBeNull()
    expect(refusalOf(film({ claimedSeconds: 3612, endsAt: 3612 }))).toBeNull()
  })

  test('refuses undecodable frames of codecs that every ffprobe decodes', () => {
    const accepts = (codec: string, isVisible: boolean) =>
      refusalOf(film({ video: { ...video, codec, isVisible } })) === null
    expect([accepts('h264', true), accepts('h264', false), accepts('av1', false)]).toEqual([
      true,
      false,
      true,
    ])
  })

  test('accepts 16 × 16 to 8K', () => {
    const accepts = (width: number, height: number) =>
      refusalOf(film({ video: { ...video, width, height } })) === null
    expect([
      accepts(16, 16),
      accepts(15, 500),
      accepts(500, 15),
      accepts(8192, 4608),
      accepts(65_535, 65_535),
    ]).toEqual([true, false, false, true, false])
  })
})

describe('what browsers play', () => {
  const plays = (codec: string, pixelFormat: string, audioCodec: string | null) =>
    playsInBrowsers({ ...film({ audioCodec }), video: { ...video, codec, pixelFormat } })
  test('excludes HEVC, ProRes, 10-bit H.264 and PCM audio', () => {
    expect(plays('hevc', 'yuv420p', 'aac')).toBe(false)
    expect(plays('prores', 'yuv422p10le', null)).toBe(false)
    expect(plays('h264', 'yuv420p10le', 'aac')).toBe(false)
    expect(plays('h264', 'yuv420p', 'pcm_s16le')).toBe(false)
    for (const codec of ['h264', 'vp8', 'vp9', 'av1']) expect(plays(codec, 'yuv420p', 'opus')).toBe(true)
  })

  test('needs no rendition only as H.264 and AAC in MP4 at 720 or below', () => {
    const small = { ...film({ container: 'mp4', audioCodec: 'aac' }), video: { ...video, codec: 'h264' } }
    expect(isRenditionAlready(small)).toBe(true)
    expect(isRenditionAlready({ ...small, audioCodec: null })).toBe(true)
    expect(isRenditionAlready({ ...small, container: 'matroska' })).toBe(false)
    expect(isRenditionAlready({ ...small, audioCodec: 'opus' })).toBe(false)
    expect(isRenditionAlready({ ...small, video: { ...small.video, width: 1920, height: 1080 } })).toBe(false)
  })
})
