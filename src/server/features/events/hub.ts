import { type ChangeEvent, heartbeatMs as usualBeatMs } from '#contract/events.ts'

/** Changes are gathered for so long and told as one. */
const coalesceMs = 150
/** How many past events a returning page may ask for. */
const remembered = 256
/** Events that a page has not taken yet before it is let go; it comes back and asks for what it missed. */
const backlog = 64

interface Stream {
  controller: ReadableStreamDefaultController<Uint8Array>
  onEnd: () => void
}

const encoder = new TextEncoder()
const encode = (text: string) => encoder.encode(text)
/** With a name and data, because a page hears of neither comments nor events without data. */
const heartbeat = encode('event: beat\ndata: {}\n\n')

export interface HubOptions {
  /** What has changed since it was asked last; null: nothing that anybody shows. */
  collect: () => Promise<ChangeEvent | null>
  onError: (error: unknown) => void
  /** Milliseconds; a test may be in a hurry. */
  gatherMs?: number
  heartbeatMs?: number
}

/** Open event streams, and what they are told. One message is encoded once for all of them. */
export class EventHub {
  readonly #streams = new Set<Stream>()
  readonly #past: { number: number; change: ChangeEvent }[] = []
  /** Another one after each restart, so that an id of an earlier life is recognised as such. */
  readonly #life = Bun.randomUUIDv7().slice(-8)
  #number = 0
  #flush: ReturnType<typeof setTimeout> | null = null
  #beat: ReturnType<typeof setInterval> | null = null
  #flushing: Promise<void> = Promise.resolve()

  constructor(private readonly options: HubOptions) {}

  get size(): number {
    return this.#streams.size
  }

  /** The id of the latest event. What is read from now on has everything in it that was told up to here. */
  get position(): string {
    return `${this.#life}-${this.#number}`
  }

  /**
   * A stream for one page.
   * @param seen the id of what it has seen last, or that it was rendered with; null: it does not ask for the past
   * @param onEnd called once, however it ends
   */
  open(seen: string | null, onEnd: () => void = () => {}): ReadableStream<Uint8Array> {
    let stream: Stream | undefined
    return new ReadableStream<Uint8Array>(
      {
        start: controller => {
          stream = { controller, onEnd }
          this.#streams.add(stream)
          this.#beat ??= setInterval(() => this.#send(heartbeat), this.options.heartbeatMs ?? usualBeatMs)
          controller.enqueue(this.#greeting(seen))
        },
        cancel: () => {
          if (stream) this.#drop(stream)
        },
      },
      // Counted in messages.
      { highWaterMark: backlog },
    )
  }

  /** Something was written: everybody hears of it soon. */
  changed(): void {
    this.#flush ??= setTimeout(() => {
      this.#flush = null
      this.#flushing = this.#flushing.then(() => this.#tell()).catch(this.options.onError)
    }, this.options.gatherMs ?? coalesceMs)
  }

  /** Ends every stream, so that the server can stop; pages come back to the next one. */
  close(): void {
    if (this.#flush) clearTimeout(this.#flush)
    this.#flush = null
    for (const stream of [...this.#streams]) {
      this.#drop(stream)
      stream.controller.close()
    }
  }

  async #tell(): Promise<void> {
    const change = await this.options.collect()
    if (change === null) return
    this.#number += 1
    this.#past.push({ number: this.#number, change })
    if (this.#past.length > remembered) this.#past.shift()
    this.#send(encode(this.#message(change)))
  }

  #message(change: ChangeEvent): string {
    return `id: ${this.position}\nevent: change\ndata: ${JSON.stringify(change)}\n\n`
  }

  /** What was missed comes first: `ready` says that from here on everything is told. */
  #greeting(seen: string | null): Uint8Array {
    const missed = seen === null ? null : this.#missedSince(seen)
    const ready = `retry: 2000\nid: ${this.position}\nevent: ready\ndata: {}\n\n`
    return encode(missed === null ? ready : `${this.#message(missed)}${ready}`)
  }

  /** Everything after that event as one; null: nothing. */
  #missedSince(id: string): ChangeEvent | null {
    const [life, text = ''] = id.split('-')
    const seen = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
    const oldest = this.#past[0]?.number ?? this.#number + 1
    if (life !== this.#life || !(seen >= oldest - 1 && seen <= this.#number))
      return { lists: [], tournaments: [], everything: true }
    return merge(this.#past.filter(({ number }) => number > seen).map(({ change }) => change))
  }

  #send(message: Uint8Array): void {
    for (const stream of this.#streams) {
      // Who does not read is let go, so that nobody's backlog grows without end.
      if ((stream.controller.desiredSize ?? 0) > 0) stream.controller.enqueue(message)
      else {
        this.#drop(stream)
        stream.controller.error(new Error('too slow'))
      }
    }
  }

  #drop(stream: Stream): void {
    if (!this.#streams.delete(stream)) return
    stream.onEnd()
    if (this.#streams.size > 0 || this.#beat === null) return
    clearInterval(this.#beat)
    this.#beat = null
  }
}

/** Several changes as one; null for none. */
export function merge(changes: readonly ChangeEvent[]): ChangeEvent | null {
  if (changes.length === 0) return null
  return {
    lists: [...new Set(changes.flatMap(({ lists }) => lists))],
    tournaments: [...new Set(changes.flatMap(({ tournaments }) => tournaments))],
    ...(changes.some(({ everything }) => everything) && { everything: true }),
  }
}
