// Funds a boat at processes of a site, by one connection for each cookie from stdin; prints fundings per second and
// checks that pages never show less than was acknowledged.
const [list = '', entry = '', milliseconds = '2000'] = process.argv.slice(2)
const cookies: string[] = await Bun.stdin.json()
const origins = list.split(',')
let requestCount = 0
/** Returns the processes in turn. */
const nextOrigin = () => origins[requestCount++ % origins.length]
const dollars = 10
const read = async (): Promise<number> => {
  const response = await fetch(`${nextOrigin()}/api/tournament-entries/${entry}`)
  const { currentFunding } = await response.json()
  return Number(currentFunding)
}
const before = await read()
const run = Bun.randomUUIDv7().replaceAll('-', '')
const end = performance.now() + Number(milliseconds)
let fundingCount = 0

async function client(cookie: string, name: number): Promise<void> {
  for (let n = 0; performance.now() < end; n++) {
    const response = await fetch(`${nextOrigin()}/api/funding`, {
      method: 'POST',
      headers: { cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
      body: JSON.stringify({
        tournamentEntryId: entry,
        amount: `${dollars}.00`,
        stripePaymentIntentId: `pi_mock_${run}_${name}_${n}`,
      }),
    })
    if (response.status !== 201) throw new Error(`${response.status}: ${await response.text()}`)
    await response.arrayBuffer()
    fundingCount += 1
    if (n % 20 !== 19) continue
    const minimum = before + fundingCount * dollars
    const total = await read()
    if (total < minimum) throw new Error(`the page showed ${total}, ${minimum} was answered before`)
  }
}
await Promise.all(cookies.map(client))
const finalTotal = await read()
if (finalTotal !== before + fundingCount * dollars)
  throw new Error(`${finalTotal} is held, ${before + fundingCount * dollars} was paid`)
console.log((fundingCount * 1000) / Number(milliseconds))
