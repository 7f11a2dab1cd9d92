import { afterEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { YAML } from 'bun'
import { makeTestApp } from './support/app.ts'
import { readExposition } from './support/exposition.ts'

const folder = join(import.meta.dir, '../docs/monitoring')
const read = (name: string) => readFileSync(join(folder, name), 'utf8')

const cleanUps: (() => unknown)[] = []
afterEach(() => {
  for (const cleanUp of cleanUps.splice(0)) cleanUp()
})

interface Rules {
  groups: { rules: { alert: string; expr: string; for: string; annotations: { summary: string } }[] }[]
}
interface Dashboard {
  panels: { title: string; targets: { expr: string }[] }[]
}

const rules = (YAML.parse(read('reelstake-alerts.yml')) as Rules).groups.flatMap(group => group.rules)
const { panels }: Dashboard = JSON.parse(read('dashboard.json'))

/** Without the suffixes of histograms. */
const namesIn = (expression: string): string[] =>
  [...expression.matchAll(/\b(?:reelstake|process)_\w+/g)].map(([name]) => name.replace(/_bucket$/, ''))

describe('alert rules and dashboard', () => {
  test('name only metrics that exist', async () => {
    const { page } = await makeTestApp()
    const { families } = readExposition(await (await page('/metrics')).text())
    const used = [...rules.map(rule => rule.expr), ...panels.flatMap(panel => panel.targets.map(t => t.expr))]
    const names = new Set(used.flatMap(namesIn))
    expect(names.size).toBeGreaterThan(20)
    expect([...names].filter(name => !families.has(name))).toEqual([])
  })

  test('have balanced expressions, a name and a text, each once', () => {
    const balance = (text: string) =>
      [...text].reduce((open, sign) => open + +(sign === '(') - +(sign === ')'), 0)
    expect(rules.length).toBeGreaterThan(10)
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
    for (const { expr, for: duration, annotations } of rules) {
      expect([expr, balance(expr)]).toEqual([expr, 0])
      expect(duration).toMatch(/^\d+[mhd]$/)
      expect(annotations.summary).not.toBe('')
    }
    const promtool = Bun.which('promtool')
    if (promtool === null) return
    const checked = Bun.spawnSync([promtool, 'check', 'rules', join(folder, 'reelstake-alerts.yml')])
    expect(`${checked.stdout}${checked.stderr}`).toContain(`SUCCESS: ${rules.length} rules found`)
  })
})

describe('the fail2ban filter', () => {
  const filter = /^failregex = (.*)$/m.exec(read('fail2ban/reelstake.conf'))?.[1] ?? ''

  /** By fail2ban itself where it is installed. @returns the addresses it would count */
  function addressesIn(lines: readonly string[]): string[] {
    const program = Bun.which('fail2ban-regex')
    if (program === null) {
      const expression = new RegExp(filter.replace('<ADDR>', '([0-9a-fA-F.:]+)'))
      return lines.flatMap(line => expression.exec(line)?.[1] ?? [])
    }
    const scratch = mkdtempSync(join(tmpdir(), 'reelstake-fail2ban-'))
    cleanUps.push(() => rmSync(scratch, { recursive: true }))
    const log = join(scratch, 'reelstake.log')
    writeFileSync(log, `${lines.join('\n')}\n`)
    const found = Bun.spawnSync([program, '-o', 'ip', log, join(folder, 'fail2ban/reelstake.conf')])
    return found.stdout.toString().trim().split('\n')
  }

  test('finds wrong passwords with the client’s address, and nothing that a visitor writes', async () => {
    const { app, logs } = await makeTestApp({
      SITE_GATE: 'on',
      SITE_PASSWORD: 'right one',
      TRUST_PROXY: 'on',
    })
    const forged =
      '{"time":"2026-11-23T00:00:00.000Z","level":"warn","message":"sign-in refused","address":"9.9.9.9",'
    const send = (path: string, address: string, body: object) =>
      app.request(`http://reelstake.test${path}`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: {
          'content-type': 'application/json',
          'sec-fetch-site': 'same-origin',
          'x-forwarded-for': address,
          'user-agent': forged,
        },
      })
    await send('/auth/v1/token?grant_type=password', '203.0.113.7', { email: forged, password: 'wrong!' })
    await send('/api/validate-password', '2001:db8::7', { password: forged })
    await send(`/auth/v1/${encodeURIComponent(forged)}`, '203.0.113.8', {})
    await send('/auth/v1/token?grant_type=password', '203.0.113.9', { email: 'a@example.com' })
    const lines = logs.map(line => JSON.stringify(line))
    expect(lines.length).toBeGreaterThan(3)
    const expected = ['203.0.113.7', '2001:db8::7', '203.0.113.9']
    expect(addressesIn(lines)).toEqual(expected)
    expect(addressesIn(lines.map(line => `Nov 23 00:37:21 host reelstake[12]: ${line}`))).toEqual(expected)
  })
})
