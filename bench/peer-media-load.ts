const [mode = '', ...args] = process.argv.slice(2)

const megabyte = 1024 * 1024

/** Concurrent. @returns MB/s */
async function uploads(size: number, urls: readonly string[]): Promise<number> {
  const body = crypto.getRandomValues(new Uint8Array(65_536))
  const film = new Uint8Array(size)
  for (let at = 0; at < size; at += body.length)
    film.set(body.subarray(0, Math.min(body.length, size - at)), at)
  const start = performance.now()
  await Promise.all(
    urls.map(async url => {
      const response = await fetch(url, {
        method: 'PUT',
        body: film,
        headers: { 'content-type': 'video/mp4' },
      })
      if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`)
      await response.arrayBuffer()
    }),
  )
  return (size * urls.length) / megabyte / ((performance.now() - start) / 1000)
}

/** 256 KB, sixteen at a time. @returns ranges per second */
async function ranges(url: string, size: number, milliseconds: number): Promise<number> {
  const length = 262_144
  let done = 0
  const start = performance.now()
  const end = start + milliseconds
  const worker = async (seed: number) => {
    for (let n = seed; performance.now() < end; n += 7) {
      const from = (n * length) % (size - length)
      const response = await fetch(url, { headers: { range: `bytes=${from}-${from + length - 1}` } })
      if (response.status !== 206) throw new Error(`${url}: ${response.status}`)
      await response.arrayBuffer()
      done += 1
    }
  }
  await Promise.all(Array.from({ length: 16 }, (_, seed) => worker(seed)))
  return done / ((performance.now() - start) / 1000)
}

const figure =
  mode === 'uploads'
    ? await uploads(Number(args[0]), args.slice(1))
    : await ranges(args[0] ?? '', Number(args[1]), Number(args[2]))
process.stdout.write(String(figure))
