import { expect, test } from 'bun:test'
import { lexer } from 'marked'
import { parseMarkdown } from './markdown.ts'

test('a paragraph of 100,000 letters is parsed within a second', () => {
  parseMarkdown('warm')
  for (const text of ['a'.repeat(100_000), 'word '.repeat(20_000)]) {
    const start = performance.now()
    expect(parseMarkdown(text)).toHaveLength(1)
    expect(performance.now() - start).toBeLessThan(1000)
  }
})

test.each([
  'Terms\n=====\n\nText',
  'Terms\n---',
  'Two\nlines\n  --  \nText',
  '# Terms\n\nText\n\n---\n\nMore\n- item\n\n  Under\n  ===',
  'Text\n \nTerms\n===',
  '> Terms\n> ===',
])('%j has the same headings as without the shortcut', text => {
  expect(parseMarkdown(text)).toEqual(lexer(text))
})
