import { describe, expect, test } from 'bun:test'
import { readMessage } from './push-message.ts'

const message = {
  title: 'Reel Deal',
  body: 'Weighed in 412.5 lbs Blue Marlin, now 2nd',
  path: '/boat/7',
  tag: 'boat-7',
  id: '9',
}

test('reads what the server pushes', () => {
  const { id: _, ...content } = message
  expect(readMessage(JSON.stringify(message))).toEqual(content)
})

describe('a broken message still says something true, and leads to the notifications', () => {
  test.each(['', 'no', 'null', '7', '[]', '{}', '{"title":""}', '{"title":7}'])('%p', data => {
    expect(readMessage(data)).toEqual({
      title: 'Reelstake',
      body: 'There is news for you. Tap to read it.',
      path: '/notices',
      tag: '',
    })
  })
})

test.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)'])(
  'leads nowhere but to this site: %p',
  path => expect(readMessage(JSON.stringify({ ...message, path })).path).toBe('/'),
)

test('without a path it leads to the notifications', () => {
  expect(readMessage('{"title":"Reel Deal"}').path).toBe('/notices')
})
