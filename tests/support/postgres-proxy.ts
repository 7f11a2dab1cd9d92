import type { Socket } from 'bun'

type State = 'open' | 'cut' | 'frozen'

interface Link {
  other: Socket<Link> | undefined
  /** Received before the other side was there, or while nothing passes. */
  queue: Uint8Array[]
}

/** A proxy between a process and PostgreSQL's socket that cuts, freezes and delays the connection. */
export class PostgresProxy implements Disposable {
  #state: State = 'open'
  readonly #links = new Set<Socket<Link>>()
  readonly #listener
  /** Value of `DATABASE_URL`. */
  readonly url: string

  /** @param target `postgres://…?host=<folder of the socket>` @param delayMs of what is sent to PostgreSQL */
  constructor(target: string, delayMs = 0) {
    const url = new URL(target)
    const unix = `${url.searchParams.get('host')}/.s.PGSQL.5432`
    const socket = {
      data: (from: Socket<Link>, chunk: Uint8Array) => {
        from.data.queue.push(new Uint8Array(chunk))
        if (delayMs > 0) setTimeout(() => this.#pass(from), delayMs)
        else this.#pass(from)
      },
      drain: (to: Socket<Link>) => {
        if (to.data.other) this.#pass(to.data.other)
      },
      close: (from: Socket<Link>) => {
        this.#links.delete(from)
        from.data.other?.end()
      },
    }
    this.#listener = Bun.listen<Link>({
      hostname: '127.0.0.1',
      port: 0,
      socket: {
        ...socket,
        open: near => {
          near.data = { other: undefined, queue: [] }
          if (this.#state === 'cut') return void near.terminate()
          this.#links.add(near)
          void Bun.connect<Link>({ unix, socket, data: { other: near, queue: [] } }).then(
            far => {
              this.#links.add(far)
              near.data.other = far
              this.#pass(near)
            },
            () => near.terminate(),
          )
        },
      },
    })
    url.searchParams.delete('host')
    url.hostname = '127.0.0.1'
    url.port = String(this.#listener.port)
    this.url = url.href
  }

  /** Cut: connections end, and new ones are refused. Frozen: they stand still. */
  set state(state: State) {
    this.#state = state
    if (state === 'cut') for (const link of [...this.#links]) link.terminate()
    if (state === 'open') for (const link of this.#links) this.#pass(link)
  }

  [Symbol.dispose](): void {
    this.state = 'cut'
    this.#listener.stop(true)
  }

  #pass(from: Socket<Link>): void {
    const { other, queue } = from.data
    if (this.#state === 'frozen' || other === undefined) return
    for (let chunk = queue.shift(); chunk !== undefined; chunk = queue.shift()) {
      // Below its length when the other side reads slowly, or is closed (-1): `drain` passes the rest.
      const count = Math.max(0, other.write(chunk))
      if (count === chunk.length) continue
      queue.unshift(chunk.subarray(count))
      return
    }
  }
}
