import { afterAll, expect, test } from 'bun:test'
import { makeTestApp } from '../../../../tests/support/app.ts'
import { addSigned } from '../../../../tests/support/factories.ts'
import { watchStatements } from '../../../../tests/support/plans.ts'
import { addPost } from '../../../../tests/support/posts.ts'

const statements = watchStatements()
afterAll(() => statements.restore())

test('a page of posts walks an index to its end: nothing is sorted, nothing scanned', async () => {
  const { page, db } = await makeTestApp()
  const { id, cookie } = await addSigned(db)
  await addPost(db, { author_id: id })
  const { sqls } = await statements.of(async () => {
    for (const path of ['/public', '/public?tag=Catch', ''])
      expect((await page(`/api/crew/posts${path}`, { cookie })).status).toBe(200)
  })
  const lists = statements.explain(sqls).filter(({ sql }) => sql.includes('order by "crew_posts"'))
  expect(lists).toHaveLength(3)
  for (const { steps } of lists) {
    const plan = steps.join('\n')
    expect(plan).toMatch(/SEARCH crew_posts USING INDEX crew_posts_(public|author)/)
    expect(plan).not.toMatch(/TEMP B-TREE|SCAN/)
  }
})

test('reads reports through a person’s boats, unless the person organises a tournament', async () => {
  const { page, db } = await makeTestApp()
  const { cookie } = await addSigned(db)
  const { sqls } = await statements.of(() => page('/api/crew/reports', { cookie }))
  const [plan, ...others] = statements.explain(sqls).filter(({ sql }) => sql.includes('crew_post_reports'))
  expect(others).toEqual([])
  expect(plan?.steps).toContain('SEARCH crew_post_reports USING INDEX crew_post_reports_post (post_id=?)')
})
