/** At most `size` at once. */
export class Pool {
  readonly #running = new Set<Promise<void>>()
  #failure: { error: unknown } | null = null

  constructor(private readonly size: number) {}

  /** Waits for room. @throws the first failure */
  async add(work: () => Promise<void>): Promise<void> {
    while (this.#running.size >= this.size) await Promise.race(this.#running)
    this.#throwFailure()
    const run = work()
      .catch(error => {
        this.#failure ??= { error }
      })
      .finally(() => this.#running.delete(run))
    this.#running.add(run)
  }

  /** Waits for all. @throws the first failure */
  async end(): Promise<void> {
    await Promise.all(this.#running)
    this.#throwFailure()
  }

  #throwFailure(): void {
    if (this.#failure !== null) throw this.#failure.error
  }
}
