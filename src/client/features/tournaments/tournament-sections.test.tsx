import { expect, test } from 'bun:test'
import { renderToStaticMarkup } from 'react-dom/server'
import { NowProvider } from '#client/lib/now.tsx'
import { TournamentSections, TournamentSectionsSkeleton } from './tournament-sections.tsx'

const headings = (html: string) => [...html.matchAll(/<h2[^>]*>([^<]+)</g)].map(([, text]) => text)
const titles = ['Upcoming Tournaments', 'Active Tournaments', 'Past Tournaments']

test('each section has a skeleton under its own heading', () => {
  const html = renderToStaticMarkup(<TournamentSectionsSkeleton />)
  expect(headings(html)).toEqual(titles)
  expect(html.split('role="status"')).toHaveLength(4)
})

test('each section says that it is empty in its own words', () => {
  const html = renderToStaticMarkup(
    <NowProvider now={0}>
      <TournamentSections tournaments={[]} />
    </NowProvider>,
  )
  expect(headings(html)).toEqual(titles)
  for (const text of [
    'No upcoming tournaments at the moment.',
    'No active tournaments at the moment.',
    'No past tournaments at the moment.',
  ])
    expect(html).toContain(text)
  expect(html.split('Check back soon for new fishing tournaments!')).toHaveLength(4)
})
