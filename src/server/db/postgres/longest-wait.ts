/** Longest wait in milliseconds within this minute and the one before. */
export class LongestWait {
  #minute = 0
  #present = 0
  #before = 0

  /** Milliseconds. */
  add(wait: number): void {
    this.#turn()
    this.#present = Math.max(this.#present, wait)
  }

  get longest(): number {
    this.#turn()
    return Math.max(this.#present, this.#before)
  }

  #turn(): void {
    const minute = Math.floor(performance.now() / 60_000)
    if (minute === this.#minute) return
    this.#before = minute === this.#minute + 1 ? this.#present : 0
    this.#present = 0
    this.#minute = minute
  }
}
