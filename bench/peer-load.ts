// Prints requests per second.
const [url = '', clients = '16', milliseconds = '2000'] = process.argv.slice(2)
const end = performance.now() + Number(milliseconds)
let done = 0
async function client(): Promise<void> {
  while (performance.now() < end) {
    const response = await fetch(url)
    if (response.status !== 200) throw new Error(`${url}: ${response.status}`)
    await response.arrayBuffer()
    done += 1
  }
}
await Promise.all(Array.from({ length: Number(clients) }, client))
console.log((done * 1000) / Number(milliseconds))
