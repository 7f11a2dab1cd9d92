interface Family {
  help: string
  type: string
}

export interface Exposition {
  families: Map<string, Family>
  /** Samples by name and labels as they are written. */
  samples: Map<string, number>
}

const name = '[a-zA-Z_:][a-zA-Z0-9_:]*'
const label = '[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\\\n]|\\\\[\\\\"n])*"'
const comment = new RegExp(`^# (HELP|TYPE) (${name}) (.+)$`)
const sample = new RegExp(`^(${name})(?:\\{(${label}(?:,${label})*)\\})? (\\S+)$`)

const familyOf = (families: Map<string, Family>, found: string) =>
  families.has(found) ? found : found.replace(/_(bucket|sum|count)$/, '')

/** Prometheus text, version 0.0.4. @throws when it breaks a rule of the format */
export function readExposition(text: string): Exposition {
  if (!text.endsWith('\n')) throw new Error('the last line has no end')
  const families = new Map<string, Family>()
  const samples = new Map<string, number>()
  let current = ''
  for (const line of text.slice(0, -1).split('\n')) {
    const [, keyword, described = '', words = ''] = comment.exec(line) ?? []
    if (keyword === 'HELP') {
      if (families.has(described)) throw new Error(`${described} is described twice`)
      families.set(described, { help: words, type: '' })
      current = described
      continue
    }
    if (keyword === 'TYPE') {
      const family = families.get(described)
      if (!family || current !== described) throw new Error(`${described} has a type before its help`)
      if (!['counter', 'gauge', 'histogram'].includes(words)) throw new Error(`${described} is a ${words}`)
      if ((words === 'counter') !== described.endsWith('_total'))
        throw new Error(`${described}: counters end with _total, and nothing else does`)
      family.type = words
      continue
    }
    const [, sampled = '', labels = '', value = ''] = sample.exec(line) ?? []
    const key = labels === '' ? sampled : `${sampled}{${labels}}`
    if (familyOf(families, sampled) !== current) throw new Error(`not a sample of ${current}: ${line}`)
    if (samples.has(key)) throw new Error(`${key} is there twice`)
    const number = value === '+Inf' ? Infinity : Number(value)
    if (Number.isNaN(number)) throw new Error(`${key} is ${value}`)
    samples.set(key, number)
  }
  return { families, samples }
}
