import { join } from 'node:path'
import { freePort, startMarina, untilUp } from './peer-marina.ts'
import type { Figure } from './run.ts'

const rounds = 3

async function throughput(url: string): Promise<number> {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'peer-load.ts'), url, '16', '1500'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return Number(await new Response(child.stdout).text())
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

export async function run(): Promise<Figure[]> {
  const marina = await startMarina()
  const port = await freePort()
  const lists = ['tournaments', 'leaderboard', 'tournament-updates']
  const files: string[] = []
  for (const list of lists) {
    const file = join(marina.dataDir, list)
    await Bun.write(file, await (await fetch(`${marina.origin}/api/${list}`)).bytes())
    files.push(file)
  }
  const peer = Bun.spawn([process.execPath, join(import.meta.dir, 'peer-static.ts'), ...files], {
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const figures: Figure[] = []
  try {
    await untilUp(`http://127.0.0.1:${port}/`)
    const compare = async (list: string, name: string, limit: number, writes = 0) => {
      const still: number[] = []
      const ours: number[] = []
      for (let round = 0; round < rounds; round++) {
        still.push(await throughput(`http://127.0.0.1:${port}/${list}`))
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
    await compare('tournaments', 'the tournaments', 1 / 0.5)
    await compare('tournaments', 'the tournaments with 20 writes a second', 1 / 0.35, 20)
    await compare('tournament-updates', 'the updates', 1 / 0.35)
    return figures
  } finally {
    peer.kill('SIGKILL')
    await marina.stop()
  }
}
