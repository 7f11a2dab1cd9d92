import { expect, test } from 'bun:test'
import { parseEnv } from '#server/env.ts'
import { settingGroups } from './setting-texts.ts'

test('every setting of the server is explained once, and no other', () => {
  const names = settingGroups.flatMap(({ about }) => Object.keys(about))
  expect(names.toSorted()).toEqual(Object.keys(parseEnv({}, '/').variables).toSorted())
})
