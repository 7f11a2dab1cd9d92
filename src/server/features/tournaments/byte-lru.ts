/** Bytes that an entry takes beside its value and its key. */
const overhead = 200

/** Holds the most recently used values whose sizes add up to at most `budget` bytes. */
export class ByteLru<Value> {
  readonly #values = new Map<string, { value: Value; bytes: number }>()
  #bytes = 0

  constructor(private readonly budget: number) {}

  get bytes(): number {
    return this.#bytes
  }

  get(key: string): Value | undefined {
    const held = this.#values.get(key)
    if (held === undefined) return undefined
    // A Map iterates in the order of insertion.
    this.#values.delete(key)
    this.#values.set(key, held)
    return held.value
  }

  set(key: string, value: Value, bytes: number): void {
    this.delete(key)
    const total = bytes + key.length + overhead
    if (total > this.budget) return
    this.#values.set(key, { value, bytes: total })
    this.#bytes += total
    for (const oldest of this.#values.keys()) {
      if (this.#bytes <= this.budget) break
      this.delete(oldest)
    }
  }

  delete(key: string): void {
    this.#bytes -= this.#values.get(key)?.bytes ?? 0
    this.#values.delete(key)
  }

  clear(): void {
    this.#values.clear()
    this.#bytes = 0
  }

  *values(): Iterable<Value> {
    for (const { value } of this.#values.values()) yield value
  }
}
