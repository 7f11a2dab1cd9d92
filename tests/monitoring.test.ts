import { describe, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parser } from '@prometheus-io/lezer-promql'
import { YAML } from 'bun'
import { inTransaction } from '#server/db/connection.ts'
import { enqueue } from '#server/queue/queue.queries.ts'
import { afterTest } from './support/after-test.ts'
import { makeTestApp } from './support/app.ts'
import { readExposition } from './support/exposition.ts'
import { addFunding } from './support/factories.ts'
import { makeMetricsSite } from './support/metrics-site.ts'

const folder = join(import.meta.dir, '../docs/monitoring')
const read = (name: string) => readFileSync(join(folder, name), 'utf8')

interface Rules {
  groups: { rules: { alert: string; expr: string; for: string; annotations: { summary: string } }[] }[]
}
interface Dashboard {
  panels: { title: string; targets: { expr: string }[] }[]
}

const rules = (YAML.parse(read('reelstake-alerts.yml')) as Rules).groups.flatMap(group => group.rules)
const { panels }: Dashboard = JSON.parse(read('dashboard.json'))

const expressions = [
  ...rules.map(rule => rule.expr),
  ...panels.flatMap(panel => panel.targets.map(target => target.expr)),
]

/** The grammar of Prometheus itself. @throws SyntaxError */
const grammar = parser.configure({ strict: true })

/** Texts of the nodes of these kinds. */
function partsOf(expression: string, ...kinds: string[]): string[] {
  const texts: string[] = []
  grammar.parse(expression).iterate({
    enter: ({ name, from, to }) => {
      if (kinds.includes(name)) texts.push(expression.slice(from, to))
    },
  })
  return texts
}

/** Prometheus adds these. */
const own = { metrics: ['up'], labels: ['instance', 'job', 'le'] }

describe('alert rules and dashboard', () => {
  test('are PromQL, and functions of ranges get ranges', () => {
    for (const expression of ['rate(a[5m', 'sum(a) by', 'a b', 'nothing(a)'])
      expect(() => grammar.parse(expression)).toThrow('No parse')
    expect(expressions.length).toBeGreaterThan(40)
    for (const expression of expressions) {
      expect([expression, partsOf(expression, 'PromQL')]).toEqual([expression, [expression]])
      for (const call of partsOf(expression, 'FunctionCall')) {
        const [name = ''] = partsOf(call, 'FunctionIdentifier')
        if (/^(rate|increase|delta)$/.test(name))
          expect([call, partsOf(call, 'MatrixSelector').length]).toEqual([call, 1])
      }
    }
  })

  test('name only metrics and labels that exist', async () => {
    const site = await makeMetricsSite()
    await site.page('/api/tournaments')
    await addFunding(site.db)
    await inTransaction(site.db, trx => enqueue(trx, 'refund', 'a', 0))
    const { families, samples } = readExposition(await (await site.page('/metrics')).text())
    await site.end()
    const names = new Set(expressions.flatMap(text => partsOf(text, 'Identifier')))
    expect(names.size).toBeGreaterThan(20)
    const isKnown = (name: string) => own.metrics.includes(name) || families.has(name.replace(/_bucket$/, ''))
    expect([...names].filter(name => !isKnown(name))).toEqual([])
    const labels = [...samples.keys()].flatMap(key => [...key.matchAll(/(\w+)="/g)].map(([, label]) => label))
    const labelNames = new Set(expressions.flatMap(text => partsOf(text, 'LabelName')))
    expect([...labelNames].filter(label => !own.labels.includes(label) && !labels.includes(label))).toEqual(
      [],
    )
  })

  test('have a name, a duration and a text, each once', () => {
    expect(rules.length).toBeGreaterThan(10)
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
    for (const { for: duration, annotations } of rules) {
      expect(duration).toMatch(/^\d+[mhd]$/)
      expect(annotations.summary).not.toBe('')
    }
    const promtool = Bun.which('promtool')
    if (promtool === null) return
    const result = Bun.spawnSync([promtool, 'check', 'rules', join(folder, 'reelstake-alerts.yml')])
    expect(`${result.stdout}${result.stderr}`).toContain(`SUCCESS: ${rules.length} rules found`)
  })
})

describe('the fail2ban filter', () => {
  const filter = /^failregex = (.*)$/m.exec(read('fail2ban/reelstake.conf'))?.[1] ?? ''

  /** Runs fail2ban itself where it is installed. @returns the addresses it would count */
  function addressesIn(lines: readonly string[]): string[] {
    const program = Bun.which('fail2ban-regex')
    if (program === null) {
      const expression = new RegExp(filter.replace('<ADDR>', '([0-9a-fA-F.:]+)'))
      return lines.flatMap(line => expression.exec(line)?.[1] ?? [])
    }
    const scratch = mkdtempSync(join(tmpdir(), 'reelstake-fail2ban-'))
    afterTest(() => rmSync(scratch, { recursive: true }))
    const log = join(scratch, 'reelstake.log')
    writeFileSync(log, `${lines.join('\n')}\n`)
    const result = Bun.spawnSync([program, '-o', 'ip', log, join(folder, 'fail2ban/reelstake.conf')])
    return result.stdout.toString().trim().split('\n')
  }

  test('finds wrong passwords with the client’s address, and nothing that a visitor writes', async () => {
    const { app, logs } = await makeTestApp({
      SITE_GATE: 'on',
      SITE_PASSWORD: 'right one',
      TRUST_PROXY: 'on',
    })
    const forgedLine =
      '{"time":"2026-11-23T00:00:00.000Z","level":"warn","message":"sign-in refused","address":"9.9.9.9",'
    const send = (path: string, address: string, body: object) =>
      app.request(`http://reelstake.test${path}`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: {
          'content-type': 'application/json',
          'sec-fetch-site': 'same-origin',
          'x-forwarded-for': address,
          'user-agent': forgedLine,
        },
      })
    await send('/auth/v1/token?grant_type=password', '203.0.113.7', { email: forgedLine, password: 'wrong!' })
    await send('/api/validate-password', '2001:db8::7', { password: forgedLine })
    await send(`/auth/v1/${encodeURIComponent(forgedLine)}`, '203.0.113.8', {})
    await send('/auth/v1/token?grant_type=password', '203.0.113.9', { email: 'a@example.com' })
    const lines = logs.map(line => JSON.stringify(line))
    expect(lines.length).toBeGreaterThan(3)
    const expected = ['203.0.113.7', '2001:db8::7', '203.0.113.9']
    expect(addressesIn(lines)).toEqual(expected)
    expect(addressesIn(lines.map(line => `Nov 23 00:37:21 host reelstake[12]: ${line}`))).toEqual(expected)
  })
})
