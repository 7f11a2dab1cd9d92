import type { Socket } from 'bun'

export type CutMode =
  /** Closes connections and refuses new ones while down. */
  | 'reset'
  /** Open connections stall forever without an error, as when a phone leaves Wi-Fi range. */
  | 'hang'
  /** Connections stall, then continue. */
  | 'pause'

export interface LinkOptions {
  /** `host:port`. */
  target: string
  /** Bytes per second and direction, shared by all connections. */
  rate?: number
  /** Milliseconds one way. */
  latency?: number
  /** Bytes between cuts, both directions. */
  cutEvery?: number
  /** Most automatic cuts. */
  cuts?: number
  /** Milliseconds down after a cut. */
  blackout?: number
  mode?: CutMode
}

type Direction = 'up' | 'down'
const directions = ['up', 'down'] as const

/** `waiting`: for capacity; `flight`: until due. */
class Lane {
  waiting: Uint8Array[] = []
  waitingBytes = 0
  flight: { due: number; data: Uint8Array }[] = []
  flightBytes = 0
  isPaused = false
  hasEnded = false
  source: Socket<Connection> | undefined
  sink: Socket<Connection> | undefined
}

class Connection {
  readonly up = new Lane()
  readonly down = new Lane()
  isDead = false
}

/** Bytes before backpressure. */
const laneCapacity = 65_536
const pieceMax = 16_384
const tickMs = 4

/** A slow link with cuts, which also stop requests in flight, unlike Playwright's `setOffline`. */
export function flakyProxy(options: LinkOptions) {
  const link = {
    rate: Number.POSITIVE_INFINITY,
    latency: 0,
    cutEvery: Number.POSITIVE_INFINITY,
    cuts: Number.POSITIVE_INFINITY,
    blackout: 0,
    mode: 'reset' as CutMode,
    ...options,
  }
  const [hostname = 'localhost', port = ''] = link.target.split(':')
  const open = new Set<Connection>()
  const hung = new Set<Connection>()
  const tokens = { up: 0, down: 0 }
  const traffic = { up: 0, down: 0 }
  let cuts = 0
  let connections = 0
  let sinceCut = 0
  let upAgainAt = 0
  let lastTick = performance.now()

  const isDown = () => performance.now() < upAgainAt

  function drop(connection: Connection): void {
    connection.isDead = true
    open.delete(connection)
    for (const socket of [connection.up.source, connection.up.sink]) socket?.terminate()
  }

  function finish(connection: Connection): void {
    connection.isDead = true
    open.delete(connection)
    for (const socket of [connection.up.source, connection.up.sink]) socket?.end()
  }

  function cut(blackout = link.blackout): void {
    cuts += 1
    sinceCut = 0
    upAgainAt = performance.now() + blackout
    if (link.mode === 'pause') return
    for (const connection of [...open])
      if (link.mode === 'reset') drop(connection)
      else {
        connection.isDead = true
        open.delete(connection)
        hung.add(connection)
      }
  }

  function receive(connection: Connection, direction: Direction, data: Uint8Array): void {
    if (connection.isDead) return
    const lane = connection[direction]
    // The socket reuses its buffer.
    lane.waiting.push(new Uint8Array(data))
    lane.waitingBytes += data.length
    if (lane.waitingBytes >= laneCapacity && !lane.isPaused) {
      lane.isPaused = true
      lane.source?.pause()
    }
    tick()
  }

  /** @returns false after a cut */
  function carry(lane: Lane, direction: Direction, now: number): boolean {
    const inFlightMax = 4 * laneCapacity + (Math.min(link.rate, 1e9) * link.latency) / 500
    for (let head = lane.waiting[0]; head && tokens[direction] >= 1; head = lane.waiting[0]) {
      if (lane.flightBytes >= inFlightMax) return true
      const bytesUntilCut = cuts < link.cuts ? link.cutEvery - sinceCut : Number.POSITIVE_INFINITY
      const size = Math.max(1, Math.floor(Math.min(tokens[direction], bytesUntilCut, pieceMax)))
      const piece = head.subarray(0, size)
      if (piece.length < head.length) lane.waiting[0] = head.subarray(size)
      else lane.waiting.shift()
      lane.waitingBytes -= piece.length
      lane.flight.push({ due: now + link.latency, data: piece })
      lane.flightBytes += piece.length
      tokens[direction] -= piece.length
      traffic[direction] += piece.length
      sinceCut += piece.length
      if (sinceCut >= link.cutEvery && cuts < link.cuts) {
        cut()
        return false
      }
    }
    return true
  }

  function deliver(lane: Lane, now: number): void {
    for (let head = lane.flight[0]; lane.sink && head && head.due <= now; head = lane.flight[0]) {
      const bytesWritten = Math.max(0, lane.sink.write(head.data))
      lane.flightBytes -= bytesWritten
      if (bytesWritten < head.data.length) {
        head.data = head.data.subarray(bytesWritten)
        return
      }
      lane.flight.shift()
    }
  }

  function tick(): void {
    const now = performance.now()
    const seconds = (now - lastTick) / 1000
    lastTick = now
    for (const direction of directions)
      tokens[direction] = Math.min(tokens[direction] + seconds * link.rate, Math.max(link.rate / 20, 1500))
    if (isDown()) return
    for (const connection of [...open])
      for (const direction of directions) {
        const lane = connection[direction]
        if (!carry(lane, direction, now)) return
        deliver(lane, now)
        if (lane.isPaused && lane.waitingBytes < laneCapacity / 2) {
          lane.isPaused = false
          lane.source?.resume()
        }
        if (lane.hasEnded && lane.waiting.length === 0 && lane.flight.length === 0) finish(connection)
      }
  }

  function close(connection: Connection, direction: Direction): void {
    if (connection.isDead) return
    connection[direction].hasEnded = true
    tick()
  }

  async function connect(client: Socket<Connection>): Promise<void> {
    const connection = new Connection()
    client.data = connection
    if (isDown() && link.mode === 'reset') {
      connection.isDead = true
      client.terminate()
      return
    }
    connections += 1
    open.add(connection)
    connection.up.source = client
    connection.down.sink = client
    const server = await Bun.connect<Connection>({
      hostname,
      port: Number(port),
      data: connection,
      socket: {
        data: (_, bytes) => receive(connection, 'down', bytes),
        drain: tick,
        close: () => close(connection, 'down'),
      },
    }).catch(() => null)
    if (server === null) {
      drop(connection)
      return
    }
    connection.up.sink = server
    connection.down.source = server
    if (connection.isDead && link.mode === 'reset') server.terminate()
  }

  const listener = Bun.listen<Connection>({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      open: connect,
      data: (socket, bytes) => receive(socket.data, 'up', bytes),
      drain: tick,
      close: socket => close(socket.data, 'up'),
    },
  })
  const timer = setInterval(tick, tickMs)

  function stop(): void {
    clearInterval(timer)
    for (const connection of [...open, ...hung]) drop(connection)
    listener.stop(true)
  }

  return {
    port: listener.port,
    /** Comes back after `blackout`. */
    cut,
    /** Cuts the connection until {@link up}. */
    down: () => cut(Number.POSITIVE_INFINITY),
    up: () => {
      upAgainAt = 0
    },
    set: (change: Partial<LinkOptions>) => void Object.assign(link, change),
    /** Bytes from and to the client, lost ones included. */
    stats: () => ({ cuts, connections, up: traffic.up, down: traffic.down }),
    stop,
    [Symbol.dispose]: stop,
  }
}

export type FlakyProxy = ReturnType<typeof flakyProxy>
