import type { Load } from './support/server.ts'

// Reads a `Load` from stdin; prints the number of requests and requests per second.
const load: Load = await Bun.stdin.json()
const {
  urls,
  headers = {},
  connections,
  decompress = false,
  milliseconds = 600_000,
  requests = Infinity,
} = load
const start = performance.now()
let requestCount = 0
let done = 0
async function client(): Promise<void> {
  while (performance.now() < start + milliseconds && requestCount < requests) {
    const url = urls[requestCount++ % urls.length] ?? ''
    const response = await fetch(url, {
      decompress,
      headers: { ...(!decompress && { 'accept-encoding': 'gzip' }), ...headers },
    })
    if (response.status !== 200) throw new Error(`${url}: ${response.status}`)
    await response.arrayBuffer()
    done += 1
  }
}
await Promise.all(Array.from({ length: connections }, client))
console.log(JSON.stringify({ requests: done, perSecond: (done * 1000) / (performance.now() - start) }))
