import { join } from 'node:path'
import type { Figure } from './run.ts'
import { generateLoad, median, startPeer } from './support/server.ts'
import { startBenchSite } from './support/site.ts'

const rounds = 3

const throughput = async (url: string) =>
  (await generateLoad({ urls: [url], connections: 16, milliseconds: 1500, decompress: true })).perSecond

export async function run(): Promise<Figure[]> {
  const marina = await startBenchSite()
  const lists = ['tournaments', 'leaderboard', 'tournament-updates']
  const files: string[] = []
  for (const list of lists) {
    const file = join(marina.dataDir, list)
    await Bun.write(file, await (await fetch(`${marina.origin}/api/${list}`)).bytes())
    files.push(file)
  }
  const peer = await startPeer('peer-static.ts', { args: files })
  const figures: Figure[] = []
  try {
    const compare = async (list: string, name: string, limit: number, writes = 0) => {
      const still: number[] = []
      const ours: number[] = []
      for (let round = 0; round < rounds; round++) {
        still.push(await throughput(`${peer.origin}/${list}`))
        const timer = writes > 0 ? setInterval(() => void marina.write(), 1000 / writes) : null
        ours.push(await throughput(`${marina.origin}/api/${list}`))
        if (timer) clearInterval(timer)
      }
      const [a, b] = [median(still), median(ours)]
      figures.push({
        name,
        value: a / b,
        limit,
        unit: '× slower',
        against: `a static Response of the same bytes: ${a.toFixed(0)}/s, ours ${b.toFixed(0)}/s`,
      })
    }
    await compare('leaderboard', 'the leaderboard', 1 / 0.5)
    await compare('tournaments', 'the tournaments', 1 / 0.6)
    await compare('tournaments', 'the tournaments with 20 writes a second', 1 / 0.35, 20)
    await compare('tournament-updates', 'the updates', 1 / 0.35)
    return figures
  } finally {
    await peer.stop()
    await marina.stop()
  }
}
