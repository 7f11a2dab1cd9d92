import { expect, test } from 'bun:test'
import { renderToStaticMarkup } from 'react-dom/server'
import { LeaderboardSkeleton } from './leaderboard.tsx'

test('five skeletons while the rankings are on their way', () => {
  expect(renderToStaticMarkup(<LeaderboardSkeleton />).split('aria-hidden="true"')).toHaveLength(6)
})
