import { beforeAll, expect, test } from 'bun:test'
import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import { makeTestDb } from '../../../tests/support/app.ts'
import type { RootDb } from './connection.ts'
import { containsText } from './dialect.ts'

let db: RootDb
beforeAll(async () => {
  db = await makeTestDb()
})

async function finds(text: string | null, search: string): Promise<boolean> {
  const { rows } = await sql<{ hit: 0 | 1 | null }>`
    select ${containsText([sql`null`, sql`${text}`], search)} as hit`.execute(db)
  return rows[0]?.hit === 1
}

test.each([
  ['Señorita', 'senor'],
  ['Senorita', 'SEÑOR'],
  ['ØRSTED', 'ørs'],
  ['Łódź', 'ódz'],
  ['100 % [sic] *?', '% [SIC] *?'],
  ['a-b^c]', '-b^c]'],
  ['İstanbul', 'ist'],
  ['日本丸', '本'],
  ['がんば丸', 'がんば'],
  ['ポセイドン', 'ポセ'],
  ['한국호', '한국호'],
  ['андрей', 'андрей'],
  ['Андрей', 'АНДРЕЙ'],
  ['μαρία', 'μαρία'],
  ['μαρία', 'ΜΑΡΊΑ'],
  ['が', 'か\u3099'],
  ['Reel Deal', ' deal '],
  ['o'.repeat(limits.searchMax), 'ố'.repeat(limits.searchMax)],
  ['a'.repeat(limits.searchMax), 'A'.repeat(limits.searchMax)],
])('%p contains %p', async (text, search) => expect(await finds(text, search)).toBe(true))

test.each([
  ['Reel Deal', '*'],
  ['Reel Deal', 'r?el'],
  ['Reel Deal', '[a-z]'],
  ['Reel Deal', '" OR *'],
  ['Reel Deal', 'deal reel'],
  [null, 'e'],
])('%p does not contain %p', async (text, search) => expect(await finds(text, search)).toBe(false))
