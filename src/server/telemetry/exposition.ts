export type Labels = Readonly<Record<string, string>>

/** A value with its labels. */
export type Sample = readonly [labels: Labels, value: number]

/** https://prometheus.io/docs/instrumenting/exposition_formats/ */
const escapeLabel = (text: string) => text.replace(/[\\"\n]/g, sign => (sign === '\n' ? '\\n' : `\\${sign}`))

const textOf = (labels: Labels): string =>
  Object.entries(labels)
    .map(([name, value]) => `${name}="${escapeLabel(value)}"`)
    .join(',')

const head = (name: string, help: string, type: string) => `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`

const line = (name: string, labels: string, value: number) =>
  `${name}${labels === '' ? '' : `{${labels}}`} ${value === Infinity ? '+Inf' : value}\n`

/** Returns a counter whose value is counted elsewhere. */
export const counter = (name: string, help: string, value: number): string =>
  head(name, help, 'counter') + line(name, '', value)

/** Returns one value, several with labels, or none when it isn't known. */
export function gauge(name: string, help: string, value: number | null | readonly Sample[]): string {
  const samples: readonly Sample[] = value === null ? [] : typeof value === 'number' ? [[{}, value]] : value
  return (
    head(name, help, 'gauge') + samples.map(([labels, amount]) => line(name, textOf(labels), amount)).join('')
  )
}

/** Labels must be bounded: each combination is stored. */
export class Counter {
  readonly #counts = new Map<string, number>()

  constructor(
    private readonly name: string,
    private readonly help: string,
    initialLabels: readonly Labels[] = [],
  ) {
    for (const labels of initialLabels) this.#counts.set(textOf(labels), 0)
  }

  add(labels: Labels): void {
    const key = textOf(labels)
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1)
  }

  text(): string {
    return (
      head(this.name, this.help, 'counter') +
      [...this.#counts].map(([labels, count]) => line(this.name, labels, count)).join('')
    )
  }
}

interface Distribution {
  /** Counts by bucket; the last one has no upper bound. */
  counts: number[]
  sum: number
}

/** Labels must be bounded: each combination is stored. */
export class Histogram {
  readonly #distributions = new Map<string, Distribution>()

  /** @param buckets upper bounds, ascending */
  constructor(
    private readonly name: string,
    private readonly help: string,
    private readonly buckets: readonly number[],
  ) {}

  observe(labels: Labels, value: number): void {
    const key = textOf(labels)
    let distribution = this.#distributions.get(key)
    if (!distribution) {
      distribution = { counts: new Array(this.buckets.length + 1).fill(0), sum: 0 }
      this.#distributions.set(key, distribution)
    }
    const bucket = this.buckets.findIndex(bound => value <= bound)
    const at = bucket < 0 ? this.buckets.length : bucket
    distribution.counts[at] = (distribution.counts[at] ?? 0) + 1
    distribution.sum += value
  }

  text(): string {
    const { name, buckets } = this
    let text = head(name, this.help, 'histogram')
    for (const [labels, { counts, sum }] of this.#distributions) {
      const before = labels === '' ? '' : `${labels},`
      let total = 0
      for (const [at, count] of counts.entries()) {
        total += count
        text += line(`${name}_bucket`, `${before}le="${buckets[at] ?? '+Inf'}"`, total)
      }
      text += line(`${name}_sum`, labels, sum) + line(`${name}_count`, labels, total)
    }
    return text
  }
}
