import { Database } from 'bun:sqlite'
import { afterAll, expect, spyOn, test } from 'bun:test'
import { makeTestApp } from '../../../../tests/support/app.ts'
import { addSigned } from '../../../../tests/support/factories.ts'
import { addPost } from '../../../../tests/support/posts.ts'

const spy = spyOn(Database.prototype, 'query')
afterAll(() => spy.mockRestore())

test('a page of posts walks an index to its end: nothing is sorted, nothing scanned', async () => {
  const { page, db } = await makeTestApp()
  const { id, cookie } = await addSigned(db)
  await addPost(db, { author_id: id })
  spy.mockClear()
  for (const path of ['/public', '/public?tag=Catch', ''])
    expect((await page(`/api/crew/posts${path}`, { cookie })).status).toBe(200)
  const lists = spy.mock.calls
    .map(([sql]) => String(sql))
    .filter(sql => sql.includes('order by "crew_posts"'))
  expect(lists).toHaveLength(3)
  const database = spy.mock.contexts.at(-1)
  if (!(database instanceof Database)) throw new Error('no database was asked')
  const copy = Database.deserialize(database.serialize())
  for (const sql of lists) {
    const steps = copy.query<{ detail: string }, string[]>(`explain query plan ${sql}`).all()
    const plan = steps.map(({ detail }) => detail).join('\n')
    expect(plan).toMatch(/SEARCH crew_posts USING INDEX crew_posts_(public|author)/)
    expect(plan).not.toMatch(/TEMP B-TREE|SCAN/)
  }
  copy.close()
})
