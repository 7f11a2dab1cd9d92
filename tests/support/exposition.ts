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

const familyOf = (families: Map<string, Family>, sampleName: string) =>
  families.has(sampleName) ? sampleName : sampleName.replace(/_(bucket|sum|count)$/, '')

/** Prometheus text, version 0.0.4. @throws when it breaks a rule of the format */
export function readExposition(text: string): Exposition {
  if (!text.endsWith('\n')) throw new Error('the last line has no end')
  const families = new Map<string, Family>()
  const samples = new Map<string, number>()
  let current = ''
  for (const line of text.slice(0, -1).split('\n')) {
    const [, keyword, familyName = '', words = ''] = comment.exec(line) ?? []
    if (keyword === 'HELP') {
      if (families.has(familyName)) throw new Error(`${familyName} is described twice`)
      families.set(familyName, { help: words, type: '' })
      current = familyName
      continue
    }
    if (keyword === 'TYPE') {
      const family = families.get(familyName)
      if (!family || current !== familyName) throw new Error(`${familyName} has a type before its help`)
      if (!['counter', 'gauge', 'histogram'].includes(words)) throw new Error(`${familyName} is a ${words}`)
      if ((words === 'counter') !== familyName.endsWith('_total'))
        throw new Error(`${familyName}: counters end with _total, and nothing else does`)
      family.type = words
      continue
    }
    const [, sampleName = '', labels = '', value = ''] = sample.exec(line) ?? []
    const key = labels === '' ? sampleName : `${sampleName}{${labels}}`
    if (familyOf(families, sampleName) !== current) throw new Error(`not a sample of ${current}: ${line}`)
    if (samples.has(key)) throw new Error(`${key} is there twice`)
    const number = value === '+Inf' ? Infinity : Number(value)
    if (Number.isNaN(number)) throw new Error(`${key} is ${value}`)
    samples.set(key, number)
  }
  return { families, samples }
}
