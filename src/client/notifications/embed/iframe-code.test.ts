import { expect, test } from 'bun:test'
import { iframeCode } from './iframe-code.ts'

test('the code to embed escapes address and name', () => {
  expect(iframeCode('https://x.example/embed/1?pass=a&theme=dark', 'Tom & "Ann" <Open>')).toBe(
    '<iframe src="https://x.example/embed/1?pass=a&amp;theme=dark" title="Leaderboard of Tom &amp; &quot;Ann&quot; &lt;Open>" width="100%" height="480" style="border:0" loading="lazy"></iframe>',
  )
})
