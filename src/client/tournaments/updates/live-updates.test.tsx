import { expect, test } from 'bun:test'
import { renderToStaticMarkup } from 'react-dom/server'
import { LiveUpdatesSkeleton } from './live-updates.tsx'

test('three skeletons while the updates are on their way', () => {
  expect(renderToStaticMarkup(<LiveUpdatesSkeleton />).split('aria-hidden="true"')).toHaveLength(4)
})
