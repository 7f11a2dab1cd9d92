import { describe, expect, test } from 'bun:test'
import { renderToString } from 'react-dom/server'
import { NowProvider } from '#client/lib/now.tsx'
import UiKit from '#client/pages/ui-kit.tsx'
import { Field } from '#client/ui/forms/field.tsx'
import { BoatPicture } from '#client/ui/marks/boat-picture.tsx'
import { EmailText } from '#client/ui/marks/email-text.tsx'
import { CLOTHS, Pennant } from '#client/ui/marks/pennant.tsx'
import { FundingBar } from '#client/ui/marks/progress.tsx'
import { RelativeTime } from '#client/ui/marks/relative-time.tsx'
import { spriteIcon } from '#client/ui/marks/sprite-icon.tsx'

const kit = () => renderToString(<UiKit />)

describe('the whole kit, as the server sends it', () => {
  test('has no style attribute: the CSP would drop it', () => {
    expect(kit()).not.toContain(' style=')
  })
  test('has no inline handler and no javascript: link', () => {
    expect(kit()).not.toMatch(/\son[a-z]+="|javascript:/)
  })
  test('is the same every time', () => {
    expect(kit()).toBe(kit())
  })
  test('gives every id once and every reference a target', () => {
    const html = kit()
    const ids = [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const [, list = ''] of html.matchAll(/aria-(?:describedby|labelledby)="([^"]+)"/g)) {
      for (const id of list.split(' ')) expect(ids).toContain(id)
    }
    for (const [, id] of html.matchAll(/url\(#([^)]+)\)/g)) expect(ids).toContain(id)
  })
  test('holds no closed dialog and no toast', () => {
    expect(kit()).not.toContain('Delete Post?')
  })
})

test('a field owns its label, hint, error and their ids', () => {
  const html = renderToString(
    <Field label="Boat Name" name="name" hint="As painted" error="Name is too long" required />,
  )
  const id = /<input[^>]*\sid="([^"]+)"/.exec(html)?.[1]
  expect(html).toContain(`for="${id}"`)
  expect(html).toContain('aria-invalid="true"')
  expect(html).toContain(`aria-describedby="${id}-hint ${id}-error"`)
  expect(renderToString(<Field label="Boat Name" name="name" />)).not.toContain(' aria-invalid=')
})

test('a funding bar says its figures and never grows beyond its track', () => {
  const html = renderToString(<FundingBar raised="12800.00" goal="10000.00" label="Funding" />)
  expect(html).toContain('aria-valuenow="100"')
  expect(html).toContain('aria-valuetext="100% funded, $12,800 of $10,000"')
  expect(html).toContain('<rect width="100%"')
  expect(renderToString(<FundingBar raised="0.00" goal="0.00" label="Funding" />)).toContain(
    '<rect width="0%"',
  )
})

test('a relative time without a valid date keeps the text and drops the element', () => {
  const html = renderToString(
    <NowProvider now={0}>
      <RelativeTime iso="nonsense" />
    </NowProvider>,
  )
  expect(html).toContain('Recently posted')
  expect(html).not.toContain('<time')
})

test('icons grow with the browser’s font size', () => {
  const Icon = spriteIcon('fish')
  expect(renderToString(<Icon size={20} />)).toContain('width="1.25rem" height="1.25rem"')
})

describe('pennants', () => {
  const fills = (id: string) =>
    renderToString(<Pennant id={id} name="Reel Deal" />).replace(/«[^»]*»|_r_\w+_|:r\w*:/g, '')
  test('one id, one flag', () => {
    expect(fills('boat_1')).toBe(fills('boat_1'))
  })
  test('have initials at every size: two of one cloth differ by them', () => {
    for (const size of ['tile', 'thumb', 'card'] as const) {
      const boat = { id: 'boat_1', name: 'Reel Deal', imageUrl: null }
      expect(renderToString(<BoatPicture boat={boat} size={size} />)).toMatch(/<text[^>]*>RD<\/text>/)
    }
    expect(renderToString(<Pennant id="boat_1" name="Reel Deal" />)).toContain('>RD</text>')
  })
  test('a hundred boats do not sail under a few flags', () => {
    const flags = new Set(Array.from({ length: 100 }, (_, i) => fills(`boat_${i}`)))
    expect(flags.size).toBeGreaterThan(45)
  })
  test('letters can be read on their cloth', () => {
    const light = (hex: string) =>
      [1, 3, 5]
        .map(at => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
        .map(c => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
        .reduce((sum, c, i) => sum + c * ([0.2126, 0.7152, 0.0722][i] ?? 0), 0)
    for (const [cloth, , letters] of CLOTHS) {
      const [high = 0, low = 0] = [light(cloth), light(letters)].sort((a, b) => b - a)
      expect((high + 0.05) / (low + 0.05)).toBeGreaterThanOrEqual(4.5)
    }
  })
})

test('an email address breaks after its last "@" first', () => {
  expect(renderToString(<EmailText text="Ana (a@b@port.example)" />).replaceAll('<!-- -->', '')).toBe(
    'Ana (a@b@<wbr/>port.example)',
  )
})
