/** Read from stdin. */
export interface Burst {
  url: string
  /** One request each, evenly spread. */
  cookies: string[]
  milliseconds: number
}

/** Printed as JSON. Milliseconds from when a request was due, so that a late answer delays no other. */
export interface BurstResult {
  answered: number
  p50: number
  p99: number
  slowest: number
}

const { url, cookies, milliseconds }: Burst = await Bun.stdin.json()
const times: number[] = []
const start = performance.now()

async function open(cookie: string, n: number): Promise<void> {
  const due = start + (n * milliseconds) / cookies.length
  await Bun.sleep(Math.max(0, due - performance.now()))
  try {
    const headers = { cookie, 'accept-encoding': 'gzip' }
    const response = await fetch(url, { decompress: false, headers })
    await response.arrayBuffer()
    if (response.status === 200) times.push(performance.now() - due)
  } catch {
    // Not answered.
  }
}

await Promise.all(cookies.map(open))
times.sort((a, b) => a - b)
const at = (part: number) => times[Math.ceil(times.length * part) - 1] ?? Number.NaN
const result: BurstResult = { answered: times.length, p50: at(0.5), p99: at(0.99), slowest: at(1) }
console.log(JSON.stringify(result))
