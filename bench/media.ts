import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CompletedVideo } from '#contract/videos/crew-videos.ts'
import { flakyProxy } from '../tests/support/flaky-proxy.ts'
import { makeMedia, padFile } from '../tests/support/media.ts'
import { joinCrew, patch } from '../tests/support/server-videos.ts'
import type { Figure } from './run.ts'
import { median, memoryOf, runPeer, startPeer } from './support/server.ts'
import { startBenchSite } from './support/site.ts'

const megabyte = 1024 * 1024
const atOnce = 20
const uploadSize = 50 * megabyte
const filmSize = 24 * megabyte
const rounds = 3

/** proc_pid_clear_refs(5). */
const forgetPeak = (pid: number) => writeFileSync(`/proc/${pid}/clear_refs`, '5')

const load = async (...args: string[]): Promise<number> =>
  Number(await runPeer('peer-media-load.ts', { args }))

async function crewOf(origin: string) {
  const crew = await joinCrew(origin)
  return {
    ...crew,
    async add(bytes: Uint8Array<ArrayBuffer>): Promise<CompletedVideo> {
      const { uploadUrl, videoId } = await crew.slot(bytes.length)
      await fetch(uploadUrl, { method: 'PUT', body: bytes, headers: { 'content-type': 'video/mp4' } })
      const response = await crew.complete(videoId)
      if (!response.ok) throw new Error(`complete: ${response.status} ${await response.text()}`)
      return response.json()
    },
  }
}

export async function run(): Promise<Figure[]> {
  const marina = await startBenchSite()
  const directory = mkdtempSync(join(tmpdir(), 'reelstake-bench-media-'))
  const film = await padFile(join(import.meta.dir, '../db/demo-media/noon.mp4'), filmSize)
  await Bun.write(join(directory, 'film'), film)
  const peer = await startPeer('peer-media.ts', { env: { DIRECTORY: directory } })
  const bare = peer.origin
  try {
    return [
      ...(await measureUploads(marina, bare)),
      await measureRanges(marina.origin, bare, film),
      await measureHang(marina.origin),
      await measureRendition(marina.origin),
    ]
  } finally {
    await peer.stop()
    await marina.stop()
    rmSync(directory, { recursive: true, force: true })
  }
}

async function measureUploads(
  { origin, pid }: { origin: string; pid: number },
  bare: string,
): Promise<Figure[]> {
  const still: number[] = []
  const ours: number[] = []
  let growth = 0
  for (let round = 0; round < rounds; round++) {
    // Overwriting would skip allocation on disk.
    const targets = Array.from({ length: atOnce }, (_, n) => `${bare}/upload-${round}-${n}`)
    still.push(await load('uploads', String(uploadSize), ...targets))
    // Earlier uploads count against the quota.
    const crew = await crewOf(origin)
    const slots = await Promise.all(Array.from({ length: atOnce }, () => crew.slot(uploadSize)))
    const before = memoryOf(pid, 'VmRSS')
    forgetPeak(pid)
    ours.push(await load('uploads', String(uploadSize), ...slots.map(({ uploadUrl }) => uploadUrl)))
    growth = Math.max(growth, memoryOf(pid, 'VmHWM') - before)
  }
  const [a, b] = [median(still), median(ours)]
  return [
    {
      name: `${atOnce} uploads of ${uploadSize / megabyte} MB at once`,
      value: a / b,
      limit: 1 / 0.5,
      unit: '× slower',
      against: `a bare PUT streamed to a file: ${a.toFixed(0)} MB/s, ours ${b.toFixed(0)} MB/s`,
    },
    {
      name: 'memory they add',
      value: growth,
      limit: 120,
      unit: 'MB',
      against: 'the most seen in three rounds',
    },
  ]
}

async function measureRanges(origin: string, bare: string, film: Uint8Array<ArrayBuffer>): Promise<Figure> {
  const { video_url } = await (await crewOf(origin)).add(film)
  const still: number[] = []
  const ours: number[] = []
  for (let round = 0; round < rounds; round++) {
    still.push(await load('ranges', `${bare}/film`, String(filmSize), '2000'))
    ours.push(await load('ranges', `${origin}${video_url}`, String(filmSize), '2000'))
  }
  const [a, b] = [median(still), median(ours)]
  return {
    name: 'ranges of 256 KB by a signed link',
    value: a / b,
    limit: 1 / 0.8,
    unit: '× slower',
    against: `a bare Bun.file as the answer: ${a.toFixed(0)}/s, ours ${b.toFixed(0)}/s`,
  }
}

/** HEAD while a stalled request holds the lock. */
async function measureHang(origin: string): Promise<Figure> {
  const crew = await crewOf(origin)
  const { uploadUrl } = await crew.slot(uploadSize)
  const { host } = new URL(origin)
  const proxy = flakyProxy({ target: host, rate: 30e6, mode: 'hang' })
  const dead = new AbortController()
  const { signal } = dead
  const url = uploadUrl.replace(host, `127.0.0.1:${proxy.port}`)
  const hanging = patch(url, 0, new Uint8Array(uploadSize), { signal }).catch(() => null)
  while (proxy.stats().up < 5e6) await Bun.sleep(10)
  proxy.cut()
  const start = performance.now()
  await fetch(uploadUrl, { method: 'HEAD', headers: { 'tus-resumable': '1.0.0' } })
  const value = performance.now() - start
  dead.abort()
  await hanging
  proxy.stop()
  return {
    name: 'HEAD after a silent hang',
    value,
    limit: 1000,
    unit: 'ms',
    against: 'what a watchdog waits for',
  }
}

async function measureRendition(origin: string): Promise<Figure> {
  const clip = makeMedia('webm', [
    ...['-f', 'lavfi', '-i', 'testsrc2=s=1920x1080:r=30', '-t', '30', '-c:v', 'libvpx'],
    ...['-deadline', 'realtime', '-cpu-used', '16', '-b:v', '4M'],
  ])
  const crew = await crewOf(origin)
  const { id } = await crew.add(await Bun.file(clip).bytes())
  const times: number[] = []
  const start = performance.now()
  while (!(await crew.read(id)).videoUrl?.includes('/h264')) {
    for (const list of ['tournaments', 'leaderboard', 'tournament-updates', 'crew/posts/public']) {
      const requestStart = performance.now()
      await (await fetch(`${origin}/api/${list}`)).arrayBuffer()
      times.push(performance.now() - requestStart)
    }
    await Bun.sleep(20)
  }
  const seconds = (performance.now() - start) / 1000
  return {
    name: 'the API while a rendition is made, 95th of 100',
    value: times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0,
    limit: 200,
    unit: 'ms',
    against: `${times.length} requests; half a minute of 1080p took ${seconds.toFixed(0)} s`,
  }
}
