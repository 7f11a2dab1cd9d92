import { describe, expect, test } from 'bun:test'
import { endOfLink, renewBeforeMs, reusableLink, runsOut } from '#client/lib/media-link.ts'

const now = Date.parse('2026-11-21T12:00:00.000Z')
const link = (secondsLeft: number, file = 'web') =>
  `/media/v1/${file}?exp=${now / 1000 + secondsLeft}&sig=abc`

describe('a signed link', () => {
  test('ends at its exp; a link without one never does', () => {
    expect(endOfLink(link(3600))).toBe(now + 3_600_000)
    expect(endOfLink('/images/a.webp')).toBeNull()
    expect(endOfLink('/media/v1/web?next=exp')).toBeNull()
    expect(runsOut('/images/a.webp', now)).toBe(false)
  })

  test('runs out with less than five minutes left', () => {
    const margin = renewBeforeMs / 1000
    expect(runsOut(link(margin), now)).toBe(false)
    expect(runsOut(link(margin - 1), now)).toBe(true)
    expect(runsOut(link(-1), now)).toBe(true)
  })

  test('is cached while it is valid, so that nothing loads twice', () => {
    expect(reusableLink(link(3000), link(3600), now)).toBe(link(3000))
    expect(reusableLink(link(200), link(3600), now)).toBe(link(3600))
  })

  test('gives way to another file, and to none', () => {
    expect(reusableLink(link(3000), link(3600, 'h264'), now)).toBe(link(3600, 'h264'))
    expect(reusableLink(null, link(3600), now)).toBe(link(3600))
    expect(reusableLink(link(3000), null, now)).toBeNull()
  })
})
