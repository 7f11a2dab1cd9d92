import { expect, test } from 'bun:test'
import { makeTestApp } from '../../../../tests/support/app.ts'
import { addBoat, addRole, addSigned } from '../../../../tests/support/factories.ts'
import { watchStatements } from '../../../../tests/support/plans.ts'
import { addPost } from '../../../../tests/support/posts.ts'

const statements = watchStatements()

test('SQLite: a page of posts walks an index to its end: nothing is sorted, nothing scanned', async () => {
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

test('reports are read by as many statements, however many posts have some', async () => {
  const { page, db } = await makeTestApp()
  const me = await addSigned(db)
  const boat = await addBoat(db, { owner_id: me.id })
  await addRole(db, me.id)
  const statementsOf = async (path: string) =>
    (await statements.of(() => page(path, { cookie: me.cookie }))).sqls.length
  const counts: number[][] = []
  for (let n = 0; n < 3; n++) {
    const post = await addPost(db, { boat_id: boat })
    await page(`/api/crew/posts/${post}/report`, { json: { reason: 'Spam' } })
    for (const path of ['/api/crew/reports', '/api/admin/reports'])
      expect(await (await page(path, { cookie: me.cookie })).json()).toHaveLength(n + 1)
    counts.push([await statementsOf('/api/crew/reports'), await statementsOf('/api/admin/reports')])
  }
  expect(counts[2]).toEqual(counts[0])
})

test('SQLite: reads reports through a person’s boats, unless the person organises a tournament', async () => {
  const { page, db } = await makeTestApp()
  const { cookie } = await addSigned(db)
  const { sqls } = await statements.of(() => page('/api/crew/reports', { cookie }))
  const [plan, ...others] = statements.explain(sqls).filter(({ sql }) => sql.includes('crew_post_reports'))
  expect(others).toEqual([])
  expect(plan?.steps).toContain('SEARCH crew_post_reports USING INDEX crew_post_reports_post (post_id=?)')
})
